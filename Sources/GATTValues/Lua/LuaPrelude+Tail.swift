extension LuaPrelude {
  /// What shows values, after the declarations.
  static let tail = """

    -- Where the value begins, and which way it goes.
    local values = {
      [0x0b] = { 1, "read" }, [0x12] = { 3, "write" }, [0x52] = { 3, "write" },
      [0x1b] = { 3, "notify" }, [0x1d] = { 3, "notify" }
    }

    local function reversed(hex)
      local parts = {}
      for pair in hex:gmatch("%x%x") do table.insert(parts, 1, pair) end
      return table.concat(parts)
    end

    -- The declarations of an attribute: by its UUID, where the capture shows it, or by its handle.
    local function declarations(uuid16, uuid128, handle)
      if uuid16 ~= nil then
        local found = declared[string.format("%04x", uuid16.value)]
        if found ~= nil then return found end
      end
      if uuid128 ~= nil then
        local hex = tostring(uuid128.value):lower():gsub("[^%x]", "")
        local found = declared[hex] or declared[reversed(hex)]
        if found ~= nil then return found end
      end
      if handle ~= nil then return declared["#" .. handle.value] end
      return nil
    end

    -- A text from the air as bleinspect prints it: what ends texts, moves or turns them is escaped.
    local function escaped(bytes)
      if #bytes == 1 then return string.format("\\\\x%02x", bytes:byte()) end
      local scalar = bytes:byte() % 2 ^ (7 - #bytes)
      for index = 2, #bytes do scalar = scalar * 64 + bytes:byte(index) % 64 end
      if scalar < 256 then return string.format("\\\\x%02x", scalar) end
      return string.format(scalar < 65536 and "\\\\u{%04x}" or "\\\\u{%06x}", scalar)
    end
    local harmful = {
      "%c", "\\194[\\128-\\159]", "\\216\\156", "\\226\\128[\\139-\\143]", "\\226\\128[\\168-\\174]", "\\226\\129[\\160-\\169]",
      "\\239\\187\\191", "\\239\\191[\\185-\\187]", "\\243\\160[\\128-\\129][\\128-\\191]"
    }
    local function safe(text)
      for _, pattern in ipairs(harmful) do text = text:gsub(pattern, escaped) end
      return text
    end

    -- Shows fields below the item of the value, those of a group below one of its own.
    local function output(range, tree)
      local out, parts, groups = {}, {}, {}
      local item = nil
      local function parent()
        if item == nil then item = tree:add(bleinspect, range) end
        local found = item
        for _, group in ipairs(groups) do
          if group.item == nil then group.item = found:add(F[group.key], range) end
          found = group.item
        end
        return found
      end
      function out.open(key) groups[#groups + 1] = { key = key } end
      -- Gives true where something was shown.
      function out.close() return table.remove(groups).item ~= nil or nil end
      function out.put(key, value, unit)
        if type(value) == "string" then value = safe(value) end
        parent():add(F[key], range, value)
        local name = key:match("[^.]+$"):gsub("_", " ")
        if type(value) == "boolean" then
          parts[#parts + 1] = (value and "" or "no ") .. name
        else
          local shown = value
          if type(value) == "number" then shown = string.format("%.10g", value) end
          -- A key ends in its unit, which is not said twice: heart rate 97 bpm.
          local ending = " " .. unit:lower()
          if unit ~= "" and name:sub(-#ending):lower() == ending then name = name:sub(1, -#ending - 1) end
          parts[#parts + 1] = name .. " " .. shown .. (unit ~= "" and " " .. unit or "")
        end
      end
      function out.finish(name, pinfo)
        if item == nil then return end
        local text = name .. ": " .. table.concat(parts, ", ")
        item:add(F.text, range, text)
        item:append_text(": " .. text)
        if #text > 160 then text = text:sub(1, 157) .. "..." end
        pinfo.cols.info:append(" | " .. text)
      end
      return out
    end

    local function octets_of(range, mask)
      local bytes = range:bytes()
      local octets = {}
      for index = 0, bytes:len() - 1 do
        local octet = bytes:get_index(index)
        if #mask > 0 then octet = bxor(octet, mask[index % #mask + 1]) end
        octets[index + 1] = octet
      end
      return octets
    end

    local function show(declaration, octets, range, is_write, tree, pinfo)
      if #octets < declaration.whole then return end
      local out = output(range, tree)
      declaration.decode(reader(octets, declaration.reserved), out, {}, is_write and 1 or 0)
      out.finish(declaration.name, pinfo)
    end

    -- By packet and place in it, the messages that a value completes: packets are dissected again when
    -- they are looked at.
    local completed = {}
    local streams = {}
    local none = {}
    -- The MTU that a client asks for, and that of both sides, by connection; and by packet.
    local asked, mtus, limits = {}, {}, {}
    function bleinspect.init()
      completed, streams = {}, {}
      asked, mtus, limits = {}, {}, {}
    end

    local function connection()
      local parts = { f_chandle() or "", f_connected() or "", f_access() or "" }
      for number, field in ipairs(parts) do parts[number] = tostring(field) end
      return table.concat(parts, " ")
    end

    -- The ATT_MTU where a packet stands: 23 until both sides have said theirs.
    local function note_mtu(pinfo)
      if pinfo.visited then return end
      local client, server = f_client(), f_server()
      if client ~= nil then asked[connection()] = client.value end
      if server ~= nil then
        local name = connection()
        if asked[name] ~= nil then mtus[name] = math.max(23, math.min(asked[name], server.value)) end
      end
    end
    -- Whether a response to a read has all of a value: more may follow one that fills the MTU.
    local function is_whole(range, pinfo)
      if limits[pinfo.number] == nil then limits[pinfo.number] = mtus[connection()] or 23 end
      return range:len() < limits[pinfo.number]
    end

    -- The messages that a value completes.
    local function messages(declaration, range, index, handle, way, pinfo)
      local place = pinfo.number .. " " .. index
      if completed[place] == nil then
        local name = connection() .. " " .. tostring(handle and handle.value)
          .. " " .. way .. " " .. tostring(pinfo.p2p_dir)
        local found = {}
        -- What the capture has cut ends the message.
        if range:len() < range:tvb():reported_length_remaining() then
          streams[name] = nil
        else
          if streams[name] == nil then
            streams[name] = {}
            forget(streams[name])
          end
          declaration.join(streams[name], octets_of(range, declaration.mask), found)
        end
        completed[place] = #found > 0 and found or none
      end
      return completed[place]
    end

    local function nearest(fields, index, count)
      if #fields == count then return fields[index] end
      -- Of one PDU, others may be in its value.
      if count == 1 then return fields[1] end
      return fields[#fields]
    end

    function bleinspect.dissector(tvb, pinfo, tree)
      local pdus = { f_att() }
      if #pdus == 0 then return end
      note_mtu(pinfo)
      local handles, short, long = { f_handle() }, { f_uuid16() }, { f_uuid128() }
      for index, pdu in ipairs(pdus) do
        local range = pdu.range
        local way = range:len() > 0 and values[range(0, 1):uint()] or nil
        if way ~= nil and range:len() > way[1] and (way[2] ~= "read" or is_whole(range, pinfo)) then
          local found = declarations(
            nearest(short, index, #pdus), nearest(long, index, #pdus), nearest(handles, index, #pdus))
          for _, declaration in ipairs(found or {}) do
            if declaration.direction == nil or declaration.direction == way[2]
              or declaration.direction == "notify" and way[2] == "read"
            then
              local value, is_write = range(way[1]), way[2] == "write"
              if declaration.join == nil or way[2] == "read" then
                show(declaration, octets_of(value, declaration.mask), value, is_write, tree, pinfo)
              else
                local handle = nearest(handles, index, #pdus)
                for _, message in ipairs(messages(declaration, value, index, handle, way[2], pinfo)) do
                  local octets = {}
                  for place = 1, #message do octets[place] = message:byte(place) end
                  show(declaration, octets, value, is_write, tree, pinfo)
                end
              end
              break
            end
          end
        end
      end
    end

    register_postdissector(bleinspect)

    """
}
