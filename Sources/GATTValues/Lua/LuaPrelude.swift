/// The parts of the script that are the same for all declarations.
enum LuaPrelude {
  static let head = """
    -- Written by bleinspect from declared values. Load it with:
    --   wireshark -X lua_script:FILE    (or put it into the folder of personal Lua plugins)
    local bleinspect = Proto("bleinspect", "Declared values")
    local F = {}
    F.text = ProtoField.string("bleinspect.text", "Value")

    """

  static let runtime = """
    bleinspect.fields = F

    local f_att = Field.new("btatt")
    local f_handle = Field.new("btatt.handle")
    local f_uuid16 = Field.new("btatt.uuid16")
    local f_uuid128 = Field.new("btatt.uuid128")
    local decoders = {}
    local declared = {}

    -- Numbers are whole, and nil where they are not known.
    local function two(operation)
      return function(a, b)
        if a == nil or b == nil then return nil end
        return operation(a, b)
      end
    end
    local function truth(holds) if holds then return 1 else return 0 end end
    local function yes(a) return a ~= nil and a ~= 0 end
    local function no(a) if a == nil then return nil end return truth(a == 0) end
    local function negative(a) if a == nil then return nil end return -a end
    local function complement(a) if a == nil then return nil end return -a - 1 end
    local function bits(a, low, count)
      if a == nil then return nil end
      return math.floor(a / 2 ^ low) % 2 ^ count
    end
    -- What a number of this kind does not hold exactly is not shown.
    local function exact(a)
      if a ~= a or math.abs(a) > 2 ^ 53 then return nil end
      return a
    end
    local add = two(function(a, b) return exact(a + b) end)
    local subtract = two(function(a, b) return exact(a - b) end)
    local multiply = two(function(a, b) return exact(a * b) end)
    local divide = two(function(a, b)
      if b == 0 then return nil end
      return (a - math.fmod(a, b)) / b
    end)
    local remainder = two(function(a, b)
      if b == 0 then return nil end
      return math.fmod(a, b)
    end)
    local left = two(function(a, b)
      if b < 0 or b > 63 then return nil end
      return exact(a * 2 ^ b)
    end)
    local right = two(function(a, b)
      if b < 0 or b > 63 then return nil end
      return math.floor(a / 2 ^ b)
    end)
    local less = two(function(a, b) return truth(a < b) end)
    local most = two(function(a, b) return truth(a <= b) end)
    local greater = two(function(a, b) return truth(a > b) end)
    local least = two(function(a, b) return truth(a >= b) end)
    local equal = two(function(a, b) return truth(a == b) end)
    local unequal = two(function(a, b) return truth(a ~= b) end)
    -- In two's complement of 52 bits.
    local function bitwise(choose)
      return two(function(a, b)
        a, b = a % 2 ^ 52, b % 2 ^ 52
        local result, place = 0, 1
        while a > 0 or b > 0 do
          local x, y = a % 2, b % 2
          if choose(x, y) then result = result + place end
          a, b, place = (a - x) / 2, (b - y) / 2, place * 2
        end
        if result >= 2 ^ 51 then result = result - 2 ^ 52 end
        return result
      end)
    end
    local band = bitwise(function(x, y) return x + y == 2 end)
    local bor = bitwise(function(x, y) return x + y > 0 end)
    local bxor = bitwise(function(x, y) return x + y == 1 end)
    -- One of the two may decide alone.
    local function both(a, b)
      if a == 0 or b == 0 then return 0 end
      if a == nil or b == nil then return nil end
      return 1
    end
    local function either(a, b)
      if yes(a) or yes(b) then return 1 end
      if a == nil or b == nil then return nil end
      return 0
    end
    local function choose(condition, first, second)
      if condition == nil then return nil end
      if condition ~= 0 then return first() else return second() end
    end
    local function with(it, body) if it == nil then return nil end return body(it) end
    local function row(rows, x)
      for _, entry in ipairs(rows) do
        if x >= entry[1] and x <= entry[2] then return entry[3] end
      end
      return nil
    end

    -- Reads the octets of a value one after the other; what is missing moves it on all the same.
    local function reader(octets, reserved)
      local r = { length = #octets }
      local cursor, limit = 0, math.max(0, #octets - reserved)
      function r.rest() return math.max(0, limit - cursor) end
      function r.skip(count) cursor = cursor + math.min(math.max(count or 0, 0), 2 ^ 32) end
      local function take(width, place)
        if place == nil then
          local offset = cursor
          cursor = cursor + width
          if cursor > limit then return nil end
          return offset
        end
        local offset = place < 0 and #octets + place or place
        if offset < 0 or offset + width > #octets then return nil end
        return offset
      end
      function r.number(width, is_big, is_signed, place)
        local offset = take(width, place)
        if offset == nil then return nil end
        local number = 0
        for index = 1, width do
          local octet = octets[offset + (is_big and index or width + 1 - index)]
          number = number * 256 + octet
        end
        if is_signed and number >= 2 ^ (8 * width - 1) then number = number - 2 ^ (8 * width) end
        return number
      end
      function r.octets(size, form, place)
        if size == nil then return nil end
        local offset, last = cursor, limit
        if place ~= nil then
          offset, last = place < 0 and #octets + place or place, #octets
          if offset < 0 or offset > #octets then return nil end
        end
        if offset > last then return nil end
        local count = size
        if size == "rest" then count = last - offset end
        if size == "nul" then
          count = 0
          while offset + count < last and octets[offset + count + 1] ~= 0 do count = count + 1 end
        end
        count = math.max(count, 0)
        local there = math.min(count, last - offset)
        if place == nil then
          cursor = cursor + count
          if size == "nul" and cursor < limit then cursor = cursor + 1 end
        end
        if there < count and (form ~= "text" or there == 0) then return nil end
        local parts = {}
        for index = 1, there do
          local octet = octets[offset + (form == "backwards" and there + 1 - index or index)]
          parts[index] = form == "text" and string.char(octet) or string.format("%02x", octet)
        end
        local text = table.concat(parts)
        if form == "text" then text = text:gsub("%z+$", "") end
        return text
      end
      return r
    end

    -- mask: octets in hex that the value is XORed with; whole: fewer octets are not decoded.
    local function declare(place, name, direction, decode, mask, whole, reserved)
      local key = {}
      for pair in mask:gmatch("%x%x") do key[#key + 1] = tonumber(pair, 16) end
      declared[place] = declared[place] or {}
      table.insert(declared[place], {
        name = name, direction = direction, decode = decode, mask = key, whole = whole,
        reserved = reserved
      })
    end


    """

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

    local function show(declaration, range, is_write, tree, pinfo)
      local bytes = range:bytes()
      local octets = {}
      for index = 0, bytes:len() - 1 do
        local octet = bytes:get_index(index)
        local count = #declaration.mask
        if count > 0 then octet = bxor(octet, declaration.mask[index % count + 1]) end
        octets[index + 1] = octet
      end
      if #octets < declaration.whole then return end
      local item = nil
      local parts = {}
      local function put(key, value, unit)
        if item == nil then item = tree:add(bleinspect, range) end
        item:add(F[key], range, value)
        if type(value) == "boolean" then
          parts[#parts + 1] = (value and "" or "no ") .. key:gsub("_", " ")
        else
          local shown = value
          if type(value) == "number" then shown = string.format("%.10g", value) end
          parts[#parts + 1] = key:gsub("_", " ") .. " " .. shown .. (unit ~= "" and " " .. unit or "")
        end
      end
      declaration.decode(reader(octets, declaration.reserved), put, {}, is_write and 1 or 0)
      if item == nil then return end
      local text = declaration.name .. ": " .. table.concat(parts, ", ")
      item:add(F.text, range, text)
      item:append_text(": " .. text)
      pinfo.cols.info:append(" | " .. text)
    end

    local function nearest(fields, index, count)
      if #fields == count then return fields[index] end
      return fields[#fields]
    end

    function bleinspect.dissector(tvb, pinfo, tree)
      local pdus = { f_att() }
      if #pdus == 0 then return end
      local handles, short, long = { f_handle() }, { f_uuid16() }, { f_uuid128() }
      for index, pdu in ipairs(pdus) do
        local range = pdu.range
        local way = range:len() > 0 and values[range(0, 1):uint()] or nil
        if way ~= nil and range:len() > way[1] then
          local found = declarations(
            nearest(short, index, #pdus), nearest(long, index, #pdus), nearest(handles, index, #pdus))
          for _, declaration in ipairs(found or {}) do
            if declaration.direction == nil or declaration.direction == way[2]
              or declaration.direction == "notify" and way[2] == "read"
            then
              show(declaration, range(way[1]), way[2] == "write", tree, pinfo)
              break
            end
          end
        end
      end
    end

    register_postdissector(bleinspect)

    """
}
