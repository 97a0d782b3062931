extension LuaPrelude {
  /// How values become messages: the forms of `message`, as `MessageStream` joins them.
  static let messages = """

    -- Each form is a function that gives a join: it adds the messages that the octets of a value complete
    -- to `found`, and keeps what is left in `stream`.
    local longest_message, most_values, most_messages = 65536, 4096, 32

    local function forget(stream)
      stream.octets, stream.searched, stream.wanted, stream.count = {}, 0, nil, 0
    end
    local function slice(octets, first, last)
      local part = {}
      for index = first, last do part[#part + 1] = octets[index] end
      return part
    end
    local function add_message(found, octets)
      if #found < most_messages then
        local parts = {}
        for index, octet in ipairs(octets) do parts[index] = string.char(octet) end
        found[#found + 1] = table.concat(parts)
      end
    end
    -- Whether octets, after so many, begin in a way.
    local function begins(octets, place, way)
      for index, octet in ipairs(way) do
        if octets[place + index] ~= octet then return false end
      end
      return true
    end
    -- Moves on to where the start stands, or as much of it as there is.
    local function find(octets, place, start)
      while place < #octets do
        local length = 0
        while length < #start and place + length < #octets
          and octets[place + length + 1] == start[length + 1]
        do
          length = length + 1
        end
        if length == #start or place + length == #octets then return place, true end
        place = place + 1
      end
      return place, false
    end
    local function length_of(length, octets, place)
      local number = 0
      for index = 1, length.width do
        local at = length.is_big and index or length.width + 1 - index
        number = number * 256 + octets[place + length.place + at]
      end
      return number + length.plus
    end
    -- The octets of all values, one after the other; `take` takes messages from a place on.
    local function joined(take)
      return function(stream, octets, found)
        if stream.count >= most_values then forget(stream) end
        stream.count = stream.count + 1
        for _, octet in ipairs(octets) do stream.octets[#stream.octets + 1] = octet end
        local place, goes_on = 0, true
        while goes_on and place < #stream.octets do
          place, goes_on = take(stream, place, found)
        end
        if place > 0 then
          stream.octets = slice(stream.octets, place + 1, #stream.octets)
          stream.searched = math.max(0, stream.searched - place)
          stream.count = 1
        end
        if #stream.octets == 0 then forget(stream) end
      end
    end
    local function take_wanted(stream, place, found)
      local after = place + stream.wanted
      if #stream.octets < after then return place, false end
      add_message(found, slice(stream.octets, place + 1, after))
      stream.wanted = nil
      return after, true
    end

    local function by_length(start, length)
      local header = math.max(length.place + length.width, #start)
      return joined(function(stream, place, found)
        local octets = stream.octets
        while stream.wanted == nil do
          local is_there
          place, is_there = find(octets, place, start)
          if not is_there or #octets - place < header then return place, false end
          local wanted = length_of(length, octets, place)
          if wanted >= header and wanted <= longest_message then
            stream.wanted = wanted
          else
            -- Perhaps this was no start.
            place = #start == 0 and #octets or place + 1
          end
        end
        return take_wanted(stream, place, found)
      end)
    end

    local function by_beginning(ways)
      local join = joined(function(stream, place, found)
        local octets = stream.octets
        if stream.wanted == nil then
          local found_way = nil
          for _, way in ipairs(ways) do
            if found_way == nil and begins(octets, place, way.start) then found_way = way end
          end
          if found_way == nil then
            -- The beginning of a start is completed by the next value.
            local rest = slice(octets, place + 1, #octets)
            for _, way in ipairs(ways) do
              if begins(way.start, 0, rest) then return place, false end
            end
            return #octets, false
          end
          local header = found_way.length.place + found_way.length.width
          if #octets - place < header then return place, false end
          local wanted = length_of(found_way.length, octets, place)
          if wanted < math.max(header, #found_way.start) or wanted > longest_message then
            return #octets, false
          end
          stream.wanted = wanted
        end
        return take_wanted(stream, place, found)
      end)
      return function(stream, octets, found)
        local is_start = false
        for _, way in ipairs(ways) do is_start = is_start or begins(octets, 0, way.start) end
        -- The sender was interrupted, and starts over.
        if is_start and stream.count > 0 then forget(stream) end
        if is_start or stream.count > 0 then join(stream, octets, found) end
      end
    end

    -- escape: the octet, whether the next stands for itself, and else what each stands for.
    local function by_ends(start, finish, keeps_ends, escape)
      local shares_ends = #start == #finish and begins(start, 0, finish)
      local shows_lost_ends = #start > 0 and not shares_ends and escape ~= nil and not escape.is_plain
      local function unescaped(octets)
        if escape == nil then return octets end
        local plain, is_escaped = {}, false
        for _, octet in ipairs(octets) do
          if is_escaped then
            plain[#plain + 1] = escape.means[octet] or octet
            is_escaped = false
          elseif octet == escape.octet then
            is_escaped = true
          else
            plain[#plain + 1] = octet
          end
        end
        return plain
      end
      return joined(function(stream, place, found)
        local octets, is_there = stream.octets, nil
        place, is_there = find(octets, place, start)
        if not is_there then return place, false end
        local inner = place + #start
        local index = math.max(inner, stream.searched)
        while index + #finish <= #octets do
          if escape ~= nil and escape.is_plain and octets[index + 1] == escape.octet then
            -- The octet after it is no end, even if it looks like one.
            if index + 1 >= #octets then break end
            index = index + 1
          elseif shows_lost_ends and octets[index + 1] == start[1] then
            place, inner = index, index + 1
          elseif begins(octets, index, finish) then
            local after = index + #finish
            if index > inner or keeps_ends and not shares_ends then
              local first, last = inner + 1, index
              if keeps_ends then first, last = place + 1, after end
              add_message(found, unescaped(slice(octets, first, last)))
            end
            stream.searched = after
            -- An end may be the start of the next.
            return shares_ends and index or after, true
          end
          index = index + 1
        end
        stream.searched = index
        if #octets - place > longest_message then place = #octets end
        return place, false
      end)
    end

    -- header: reads what is in front of each part, and gives whether it is the first and the last.
    local function by_parts(header)
      local out = { put = function() end, open = function() end, close = function() end }
      return function(stream, octets, found)
        local r = reader(octets, 0)
        local is_first, is_last = header(r, out, {}, 0)
        if r.is_cut() then return end
        if is_first == nil then is_first = stream.count == 0 end
        if is_first then
          forget(stream)
        elseif stream.count == 0 then
          return
        end
        local part = slice(octets, r.place() + 1, #octets)
        if stream.count >= most_values or #stream.octets + #part > longest_message then
          return forget(stream)
        end
        stream.count = stream.count + 1
        for _, octet in ipairs(part) do stream.octets[#stream.octets + 1] = octet end
        if is_last then
          add_message(found, stream.octets)
          forget(stream)
        end
      end
    end

    """
}
