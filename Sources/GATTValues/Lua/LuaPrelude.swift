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
    -- What tells connections apart.
    local f_chandle = Field.new("bthci_acl.chandle")
    local f_connected = Field.new("bthci_acl.connect_in")
    local f_access = Field.new("btle.access_address")
    -- What the client and the server say of the ATT_MTU.
    local f_client = Field.new("btatt.client_rx_mtu")
    local f_server = Field.new("btatt.server_rx_mtu")
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
    -- What is no number or text: a list, a group, a code of a float.
    local function plain(a)
      if type(a) == "table" or a == true then return nil end
      return a
    end
    local function with(it, body) if it == nil then return nil end return body(it) end
    local function row(rows, x)
      for _, entry in ipairs(rows) do
        if x >= entry[1] and x <= entry[2] then return entry[3] end
      end
      return nil
    end

    -- Checksums of the octets from one place to another.
    local function xor_sum(width, initial, final)
      return function(octets, first, last)
        local sum = initial
        for index = 0, last - first do
          sum = bxor(sum, octets[first + index + 1] * 2 ^ (index % (width / 8) * 8))
        end
        return bxor(sum, final) % 2 ^ width
      end
    end
    local function plain_sum(width, initial, final)
      return function(octets, first, last)
        local sum = initial
        for index = first + 1, last + 1 do sum = (sum + octets[index]) % 2 ^ width end
        return bxor(sum, final) % 2 ^ width
      end
    end
    local function cyclic_sum(width, initial, final, polynomial, is_reflected)
      local function mirrored(number, bits)
        local result = 0
        for _ = 1, bits do
          result = result * 2 + number % 2
          number = math.floor(number / 2)
        end
        return result
      end
      local rows = {}
      for octet = 0, 255 do
        local sum = octet * 2 ^ (width - 8)
        for _ = 1, 8 do
          local carries = sum >= 2 ^ (width - 1)
          sum = sum * 2 % 2 ^ width
          if carries then sum = bxor(sum, polynomial) end
        end
        rows[octet] = sum
      end
      return function(octets, first, last)
        local sum = initial
        for index = first + 1, last + 1 do
          local octet = is_reflected and mirrored(octets[index], 8) or octets[index]
          local top = bxor(math.floor(sum / 2 ^ (width - 8)), octet)
          sum = bxor(sum * 256 % 2 ^ width, rows[top])
        end
        if is_reflected then sum = mirrored(sum, width) end
        return bxor(sum, final) % 2 ^ width
      end
    end
    local sums = {}
    local function checksum(name, make)
      sums[name] = sums[name] or make()
      return sums[name]
    end

    -- Reads the octets of a value one after the other; what is missing moves it on all the same.
    -- Fields see a window: the value, or the octets of a group.
    local function reader(octets, reserved)
      local r = {}
      local start, finish = 0, #octets
      local cursor, limit = 0, math.max(0, #octets - reserved)
      local steps = 4096
      -- A value is decoded in so many steps at most.
      function r.step()
        steps = steps - 1
        return steps >= 0
      end
      function r.length() return finish - start end
      function r.rest() return math.max(0, limit - cursor) end
      function r.place() return cursor end
      function r.is_cut() return cursor > limit end
      function r.skip(count) cursor = cursor + math.min(math.max(count or 0, 0), 2 ^ 32) end
      local function at(place) return (place < 0 and finish or start) + place end
      local function take(width, place)
        if place == nil then
          local offset = cursor
          cursor = cursor + width
          if cursor > limit then return nil end
          return offset
        end
        local offset = at(place)
        if offset < start or offset + width > finish then return nil end
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
      -- Whether a checksum is right: 1 or 0. `over` has the first and the last octet that it is of.
      function r.check(width, is_big, place, sum, over)
        local offset = take(width, place)
        if offset == nil then return nil end
        local first, last = at(over.first), over.last and at(over.last) or offset - 1
        if first < 0 or last >= #octets or (first < start and over.first >= 0) then return nil end
        local number = 0
        for index = 1, width do
          number = number * 256 + octets[offset + (is_big and index or width + 1 - index)]
        end
        return truth(sum(octets, first, last) == number)
      end
      -- Numbers of IEEE 754; what is no number is a table with a code.
      function r.float(width, is_big, place)
        local offset = take(width, place)
        if offset == nil then return nil end
        local function octet(index)
          return octets[offset + (is_big and index or width + 1 - index)]
        end
        local exponent_bits = width == 4 and 8 or 11
        local head, head_bits = octet(1) * 256 + octet(2), 15 - exponent_bits
        local sign = head >= 32768 and -1 or 1
        local exponent = math.floor(head % 32768 / 2 ^ head_bits)
        local fraction, bits = head % 2 ^ head_bits, head_bits + 8 * (width - 2)
        for index = 3, width do fraction = fraction * 256 + octet(index) end
        local bias = 2 ^ (exponent_bits - 1) - 1
        if exponent == 2 * bias + 1 then
          if fraction ~= 0 then return { 1 } end
          return { sign > 0 and 3 or 4 }
        end
        if exponent == 0 then return sign * fraction * 2 ^ (1 - bias - bits) end
        return sign * (1 + fraction / 2 ^ bits) * 2 ^ (exponent - bias)
      end
      -- Those of IEEE 11073, with an exponent of ten.
      function r.medical(width, is_big, place)
        local number = r.number(width, is_big, false, place)
        if number == nil then return nil end
        local bits = width == 2 and 12 or 24
        local mantissa, exponent = number % 2 ^ bits, math.floor(number / 2 ^ bits)
        local half, top = 2 ^ (bits - 1), 2 ^ (8 * width - bits)
        local special = ({ [-1] = 1, [0] = 2, [-2] = 3, [2] = 4, [1] = 5 })[mantissa - half]
        if special ~= nil then return { special } end
        if mantissa >= half then mantissa = mantissa - 2 * half end
        if exponent >= top / 2 then return mantissa / 10 ^ (top - exponent) end
        return mantissa * 10 ^ exponent
      end
      -- How many octets there are before a zero octet.
      local function before_zero(offset, last)
        local count = 0
        while offset + count < last and octets[offset + count + 1] ~= 0 do count = count + 1 end
        return count
      end
      function r.octets(size, form, place)
        if size == nil then return nil end
        local offset, last = cursor, limit
        if place ~= nil then
          offset, last = at(place), finish
          if offset < start or offset > finish then return nil end
        end
        if offset > last then return nil end
        local count = size
        if size == "rest" then count = last - offset end
        if size == "nul" then count = before_zero(offset, last) end
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
      -- Runs a function for a part of the octets. `size` gives how many there are, "rest" or "nul".
      function r.window(size, place, reserved, body)
        local start_around, finish_around, limit_around = start, finish, limit
        local cursor_around = cursor
        if place ~= nil then
          local offset = at(place)
          if offset < start or offset > finish then return nil end
          cursor, limit = offset, finish
        end
        local first = cursor
        local count = size()
        local is_rest = count == "rest"
        if is_rest then count = r.rest() end
        if count == "nul" then count = before_zero(cursor, limit) end
        local was_cut = cursor > limit
        local wanted = cursor + math.min(math.max(count or 0, 0), 2 ^ 32)
        start, finish = math.min(first, limit), math.min(wanted, limit)
        limit = math.max(math.min(cursor, finish), finish - reserved)
        if was_cut then limit = math.min(limit, cursor - 1) end
        local ended = body()
        local reached = cursor
        start, finish, limit = start_around, finish_around, limit_around
        if place ~= nil then
          cursor = cursor_around
        elseif is_rest then
          cursor = was_cut and reached or reached + reserved
        else
          cursor = wanted
        end
        return ended
      end
      return r
    end

    -- Runs the fields of a group that repeats: `times` is a number, or "rest" for as long as there are
    -- octets. Between two of them, the numbers from `first` to `last` are forgotten.
    -- Gives "unknown" where what follows cannot be decoded.
    local function again(r, s, times, first, last, once)
      local wanted = times == "rest" and 4096 or times or 0
      while wanted > 0 and not (times == "rest" and r.rest() == 0) and r.step() do
        wanted = wanted - 1
        local before = r.place()
        local ended = once()
        if ended == "unknown" then return ended end
        if r.place() == before then break end
        if wanted > 0 and not (times == "rest" and r.rest() == 0) then
          for slot = first, last do s[slot] = nil end
        end
        if ended == "stop" then break end
      end
      return nil
    end

    local function numbers(hex)
      local found = {}
      for pair in hex:gmatch("%x%x") do found[#found + 1] = tonumber(pair, 16) end
      return found
    end
    -- mask: octets in hex that the value is XORed with; whole: fewer octets are not decoded; join: how
    -- values become messages, if they do.
    local function declare(place, name, direction, decode, mask, whole, reserved, join)
      declared[place] = declared[place] or {}
      table.insert(declared[place], {
        name = name, direction = direction, decode = decode, mask = numbers(mask), whole = whole,
        reserved = reserved, join = join
      })
    end

    """
}
