-- What a script can make the interpreter do: closures, coroutines, metatables, patterns, integers, the collector, errors.
local function sieve(n)
  local composite, primes = {}, {}
  for i = 2, n do
    if not composite[i] then
      primes[#primes + 1] = i
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return primes
end
assert(#sieve(10000) == 1229)

local function permutations(list)
  return coroutine.wrap(function()
    local function generate(n)
      if n <= 1 then coroutine.yield(table.concat(list)) end
      for i = 1, n > 1 and n or 0 do
        list[n], list[i] = list[i], list[n]
        generate(n - 1)
        list[n], list[i] = list[i], list[n]
      end
    end
    generate(#list)
  end)
end
local seen, count = {}, 0
for p in permutations({ "a", "b", "c", "d", "e" }) do
  assert(not seen[p])
  seen[p], count = true, count + 1
end
assert(count == 120)

local vector = {}
vector.__index = vector
vector.__add = function(a, b) return setmetatable({ x = a.x + b.x }, vector) end
vector.__eq = function(a, b) return a.x == b.x end
vector.__close = function(v) v.x = -1 end
local one = setmetatable({ x = 1 }, vector)
assert(one + one == setmetatable({ x = 2 }, vector))
do local closed <close> = one end
assert(one.x == -1)

assert(math.maxinteger + 1 == math.mininteger and 7 // -2 == -4 and 7 % -3 == -2 and 2 ^ 0.5 == math.sqrt(2))
assert(string.format("%5.2f|%q|%x", 3.14159, "a\nb", 255) == " 3.14|\"a\\\nb\"|ff")
assert(("key = value"):gsub("(%w+) = (%w+)", "%2 = %1") == "value = key")
assert(string.unpack("<i4", string.pack("<i4", -123456)) == -123456)
assert(utf8.len("käse") == 4)
local ok, message = pcall(function() error({ code = 7 }) end)
assert(not ok and message.code == 7)
assert(select(2, pcall(string.rep, "x", -1)) == "")
local function deep(n) return n == 0 and 0 or 1 + deep(n - 1) end
assert(deep(10000) == 10000 and not pcall(deep, 1e8))

local weak = setmetatable({}, { __mode = "v" })
for i = 1, 1000 do weak[i] = { i } end
collectgarbage()
assert(next(weak) == nil)
local words = {}
for i = 1, 5000 do words[i] = (i * 7919) % 5003 end
table.sort(words)
for i = 2, #words do assert(words[i - 1] <= words[i]) end
assert(load("return ...", "chunk", "t", {})(42) == 42)
print("ok")
