package isolatetest

// builtins are calls of built-in functions, by the type of their result.
var builtins = map[string][]form{
	"mathcall": forms(
		"Math.floor($num)", "Math.ceil($num)", "Math.round($num)", "Math.trunc($num)", "Math.sign($num)", "Math.abs($num)", "Math.sqrt($num)",
		"Math.fround($num)", "Math.clz32($num)", "Math.imul($num, $num)", "Math.max($num, $num)", "Math.min(...$array)", "Math.max()", "Math.hypot(3, 4)",
	),
	"strnumber": forms(
		"($str).indexOf($str)", "($str).lastIndexOf($str, $num)", "($str).charCodeAt($small)", "($str).codePointAt($small)", "($str).search($regexp)", "($str).length",
	),
	"strcall": forms(
		"($str).slice($small, $small)", "($str).substring($num, $num)", "($str).at($num)", "($str).charAt($small)", "($str).toUpperCase()", "($str).toLowerCase()",
		"($str).trim()", "($str).trimStart()", "($str).trimEnd()", "($str).padStart($small, $str)", "($str).padEnd(12, $str)", "($str).repeat($small)", "($str).concat($any)",
		`($str).replace($regexp, "[$&|$1|$<q>|$$|$'|$`+"`"+`]")`, "($str).replace($regexp, $replacer)", "($str).replaceAll($str, $str)", "($str).replaceAll($regexp, $replacer)",
		"($str).replace($str, $replacer)", "($str).normalize($form)", "String.fromCharCode($num, $num)", "String.fromCodePoint($num)", "($str).substr($small, $small)",
		"($str).isWellFormed()", "($str).toWellFormed()", "encodeURIComponent($str)", "encodeURI($str)", "decodeURIComponent($str)", "escape($str)", "unescape($str)",
	),
	"form":     forms(`"NFC"`, `"NFD"`, `"NFKC"`, `"NFKD"`, `"none"`),
	"replacer": forms("(m) => m + m", "(...p) => p.length", "(m, i) => { note(m, i); return $any@arrow }", `"$$&"`, "$func"),
	"numstring": forms(
		"($num).toString()", "($num).toFixed($small)", "($num).toPrecision($digits)", "($num).toExponential($digits)", "Math.trunc($num).toString($radix)", "($num).toLocaleString === 1",
	),
	"digits":    forms("3", "1", "undefined", "17", "21", "0", "100", "101"),
	"radix":     forms("2", "16", "36", "7", "1", "37"),
	"bigstring": forms("($big).toString($radix)", "String($big)"),
	"jsonstring": forms(
		"JSON.stringify($any, null, $indent)", "JSON.stringify($obj, $selection)", "JSON.stringify($array, $func, $indent)", "JSON.stringify({ toJSON(key) { return [key, $any@expression] } })",
		"JSON.stringify({ a: [$any], b: { c: $any } }, (key, value) => (note(key), value), $indent)",
	),
	"indent":    forms("1", `"--"`, "11", "0", `"a very long indent"`, "Object(2)"),
	"selection": forms(`["x", "y"]`, `["y", 1, "y", Object("x")]`, "[]", "(key, value) => key === \"x\" ? undefined : value", "function (key, value) { return key && this === value ? 1 : value }"),
	"json": forms(
		`'{"x":[1,2,{"y":null}],"z":"\\u0041\\ud800"}'`, `"[1, 2.50, -0, 1e400, true, null]"`, `'{"__proto__": 1, "a": 2, "a": 3}'`, `"01"`, `"[1,]"`, `'"\t"'`, `" 1 "`, `'{"2":1,"1":2,"x":3}'`, "$str",
		"JSON.stringify($any)",
	),
	"reviver": forms("(key, value) => (note(key), value)", "(key, value) => typeof value === \"number\" ? value + 1 : value", "(key, value) => key === \"x\" ? undefined : value", "function (key, value) { delete this.z; return value }"),
	"array": forms(
		"[$any, $any]", "[]", "[1, , 3]", "[3, 1, 2]", "[$any, ...$iterable]", "[[1, [2, [3]]], $any]", "c.slice()", `["b", "a", "B", "10", "9"]`, "Array.from($iterable)", "Array.from({ length: 3, 1: $any })",
		"Array.from($iterable, $func)", "Array.of($any, $any)", "Array($small)", "new Array($any, $any)", "$array.map($func)", "$array.filter($func)", "$array.concat($any, $array)", "$array.slice($small, $small)",
		"$array.splice($small, $small, $any)", "$array.reverse()", "$array.flat($depth)", "$array.flatMap($func)", "$array.fill($any, $small, $small)", "$array.copyWithin($small, $small)", "$sorted",
		"Object.keys($any)", "Object.values($any)", "Object.entries($obj)", "Reflect.ownKeys($obj)", "Object.getOwnPropertyNames($obj)", "Object.getOwnPropertySymbols($obj)", "($str).split($separator)",
		"($str).split($separator, $small)", "[...$array.entries()]", "[...$array.keys()]", "[...($str).matchAll($regexp)]", "($str).match($regexp)", "$regexp.exec($str)", "[...($str)]",
		"$array.toSorted()", "$array.toReversed()", "$array.toSpliced($small, $small, $any)", "$array.with($small, $any)", "Object.assign($array, $obj)", "[...$collection]", "Array.prototype.slice.call($any, $small)",
		"Array.prototype.concat.call($any, $array)", "Object.assign([1, 2, 3], { length: $small })", "Array.prototype.map.call($str, $func)",
	),
	"separator": forms(`","`, `""`, "$regexp", "$str", "undefined"),
	"depth":     forms("1", "Infinity", "0", "(-1)", "2"),
	"sorted": forms(
		"[3, 1, 2, 10].sort()", "[5, , 3, undefined, 1].sort()", "[3, 1, 2].sort((p, q) => q - p)", `["b", undefined, "a", , "B"].sort()`, "$texts.sort((p, q) => (p > q) - (p < q))",
		"Array.from({ length: 40 }, (_, i) => ({ k: i * 7 % 5, i })).sort((p, q) => p.k - q.k).map((p) => p.i)", "$texts.toSorted()", "[2, 1].sort($comparator)", "[].sort(undefined)",
		"Object.values({ b: 1, a: 2, 1: 3, 0: 4 }).sort()", "new Float64Array([3, -0, 0, NaN, -Infinity]).sort()", "[3n, 1, 2n, 0].sort((p, q) => p < q ? -1 : p > q ? 1 : 0)",
	),
	"texts":      forms(`["b", "a", "ab", "B", ""]`, "($str).split($separator)", `["\u00e9", "e", "z", "\u{1F600}", "\uffff"]`, "[10, 9, 1]"),
	"comparator": forms("undefined", "null", "1", `"x"`),
	"arraynumber": forms(
		"$array.indexOf($any)", "$array.lastIndexOf($any)", "$array.push($any)", "$array.unshift($any)", "$array.findIndex($func)", "$array.findLastIndex($func)", "c.push(keep($any)) % 7", "($array.length = $small)",
	),
	"arraystring": forms("$array.join($separator)", "$array.toString()", "String($array)", "Object.keys($obj).join()"),
	"arrayvalue": forms(
		"$array.pop()", "$array.shift()", "$array.at($num)", "$array.find($func)", "$array.findLast($func)", "$array.reduce($func)", "$array.reduce($func, $any)", "$array.reduceRight((p, q) => [p, q])",
		"$array.some($func)", "$array.every($func)", "$array.forEach($func)", "$array[$small]", "$array.entries().next()", "$array[Symbol.iterator]().next()", "c.shift()", "Array.prototype[Symbol.unscopables]",
	),
	"objectvalue": forms(
		"Object.assign($obj, $obj, $any)", "Object.fromEntries($entries)", "Object.freeze($obj)", "Object.seal($obj)", "Object.preventExtensions($obj)", "Object.defineProperty($obj, $key, $descriptor)",
		"Object.getOwnPropertyDescriptor($obj, $key)", "Object.getOwnPropertyDescriptors($obj)", "Object.create($obj)", "Object.create(null, { x: $descriptor })", "Object.groupBy($iterable, (v) => typeof v)",
		"Object.setPrototypeOf($obj, $obj)", "Object.getPrototypeOf($obj)", "Object.entries($any)", "(Object.freeze($variable).x = $any)", "Map.groupBy($iterable, (v) => typeof v)",
	),
	"entries":    forms(`[["x", 1]]`, "Object.entries($obj)", "new Map([[1, $any], [$key, 2]])", "$iterable", "[[$key, $any], [$key, $any]]"),
	"descriptor": forms("{ value: $any }", "{ value: $any, writable: true, enumerable: $bool, configurable: $bool }", "{ get: $func, configurable: true }", "{ get() { return this.x }, set(v) { note(v) }, enumerable: true }", "{ get: 1 }", "{ enumerable: false }", "$obj", "{ value: 1, get() {} }"),
	"reflection": forms(
		"ownKeys($obj)", "get($obj, $key, $obj)", "set($obj, $key, $any, $obj)", "apply($func, $any, $array)", "construct($constructor, $array)", "construct($constructor, $array, $constructor)", "deleteProperty($obj, $key)",
		"getPrototypeOf($any)", "setPrototypeOf($obj, null)", "getOwnPropertyDescriptor($obj, $key)", "isExtensible($any)", "preventExtensions($obj)", "defineProperty($obj, $key, $descriptor)", "has($obj, $key)",
	),
	"collection": forms(
		"new Map([[1, 2], [NaN, $any]])", "new Set([1, NaN, -0, $any])", "new Map($entries)", "new Set($iterable)", "new Map([[$any, $any]]).set($any, $any)", "new Set($array).add($any)", "new WeakMap([[d, 1]])", "new WeakSet([$obj])",
		"new Set($iterable).union(new Set($iterable))", "new Set($iterable).symmetricDifference($collection)",
	),
	"iterable": forms(
		"[1, $any]", "$array", `"a\u{1F600}b"`, "$collection", "$collection.entries()", "$array.values()", "$generator", "{ [Symbol.iterator]: () => $iterator }", "$typedarray", "($str).matchAll($regexp)", "new Map($entries).keys()", "$any", "$generator", "new Set($array).values()",
	),
	// iterator is written by hand: what it notes shows when it is advanced and closed.
	"iterator": forms(
		"[1, 2][Symbol.iterator]()",
		"({ n: 0, next() { note(\"next\"); return { value: this.n++, done: this.n > 3 } }, return(v) { note(\"return\", v); return {} } })",
		"({ n: 0, next() { return { get value() { note(\"value\"); return 5 }, get done() { note(\"done\"); return true } } } })",
		"({ next() { throw $any@expression } })", "({ n: 0, next() { return { done: ++this.n > 2 } }, return() { throw $any@expression } })", "({ next() { return $any@expression } })",
	),
	"typedarray": forms(
		"new Uint8Array([1, 2, 255, 256, -1])", "new Int16Array($array)", "new Float32Array([0.1, $num])", "new Float64Array([$num, -0])", "new Uint8ClampedArray([$num, 1.5, 2.5, -1, 300])", "new BigInt64Array([$big])", "new BigUint64Array([$big, -1n])",
		"new Uint32Array(2)", "Int8Array.from($iterable)", "Uint16Array.of($num, $num)", "new Uint8Array(new ArrayBuffer(8), $small, $small)", "new Uint16Array(new ArrayBuffer(8), $small)", "$typedarray.map($func)", "$typedarray.subarray($small, $small)",
		"$typedarray.slice($small)", "$typedarray.fill($any, $small)", "$typedarray.filter($func)", "$typedarray.reverse()", "$typedarray.copyWithin($small, $small)", "$typedarray.toReversed()", "$typedarray.with($small, $any)", "new Int32Array($typedarray)",
	),
	"typedvalue": forms(
		"$typedarray[$key]", "($typedarray[$small] = $any)", "$typedarray.set($array, $small)", "$typedarray.indexOf($any)", "$typedarray.join()", "$typedarray.at($num)", "$typedarray.includes($any)", "$typedarray.byteOffset", "$typedarray.reduce($func)", "$typedarray.buffer.slice($small)",
		"$view.$get($small, $bool)", "((p) => (p.$set($small, $any@expression, true), p.buffer))(new DataView(new ArrayBuffer(10)))", "new Uint8Array(new Float64Array([$num]).buffer)", "new Float32Array(new Uint32Array([$num]).buffer)", "new DataView(new ArrayBuffer(4), $small, $small)",
		"Object.getOwnPropertyDescriptor($typedarray, $key)", "Object.defineProperty($typedarray, $key, { value: $any })", "($key in $typedarray)", "Object.prototype.toString.call($typedarray)", "$typedarray.subarray(1).byteLength", "(delete $typedarray[$key])",
	),
	"view": forms("new DataView(new Uint8Array([1, 2, 128, 255, 0, 192, 63, 64, 9, 10]).buffer)", "new DataView(new Float64Array([$num, $num]).buffer)"),
	"get":  forms("getUint8", "getInt8", "getInt16", "getUint16", "getInt32", "getUint32", "getFloat32", "getFloat64", "getBigInt64", "getBigUint64"),
	"set":  forms("setUint8", "setInt8", "setInt16", "setUint32", "setFloat32", "setFloat64", "setBigInt64"),
	"regexpvalue": forms(
		"$regexp.exec($str)", "($str).match($regexp)", "($str).matchAll($regexp).next()", `/(?<year>\d{4})-(?<month>\d\d)?/.exec("in 2024-05").groups`, `((r) => [r.test($str@expression), r.lastIndex, r.test($str@expression), r.lastIndex])($regexp)`, "$regexp.flags", "$regexp.source", "String($regexp)",
		"$regexp[Symbol.replace]($str, $str)", "$regexp[Symbol.split]($str)", "RegExp($regexp) === $regexp", "Object.assign($regexp, { lastIndex: $any }).exec($str)", "$regexp.exec($str)?.indices", "RegExp.prototype.toString.call({ source: $any, flags: $any })", "(new RegExp($text, $flags))",
		`"x".replace(/x/, $str)`, `"aBc".replace(/b/i, $replacer)`,
	),
	"datenumber": forms(
		"$date.getTime()", "Date.UTC($num, $small, $small)", "Date.parse($isotext)", "$date.getUTCFullYear()", "$date.getUTCDay()", "$date.setUTCMonth($small, $num)", "$date.setUTCFullYear($num)", "$date.getUTCMilliseconds()", "$date.setUTCHours($num, $num)", "($date - $date)", "+$date", "$date.setTime($num)",
	),
	"isotext":    forms(`"2020-01-01"`, `"2020-01-01T00:00Z"`, `"2020-01-01T24:00:00Z"`, `"2020-13-01"`, `"+275760-09-13T00:00:00.000Z"`, `"-000001-01-01T00:00:00Z"`, `"2020-01-01T00:00:00+05:30"`, `"2020"`, `"2020-06"`, `"-000000-01-01T00:00:00Z"`),
	"datestring": forms("$date.toISOString()", "$date.toJSON()", "$date.toUTCString()", "JSON.stringify($date)"),
	"error": forms(
		"new Error($any)", "new TypeError($str, { cause: $any })", "new AggregateError($iterable)", "Object.assign(new RangeError(), { name: $any })", "new $constructor($any)", "new Error(\"m\", $any).message", "(new Error(\"m\", { cause: $any }).cause)",
		"Object.getOwnPropertyDescriptor(new Error($any), \"message\")", "String(Object.assign(new Error(\"m\"), { name: $any, message: $str }))", "Object.prototype.hasOwnProperty.call(new Error($any), \"message\")", "new AggregateError($iterable).errors",
	),
	"constructor": forms("Object", "Array", "Error", "TypeError", "Map", "Set", "Promise", "Boolean", "Number", "String", "Function.prototype", "Symbol", "Date.prototype.constructor", "Uint8Array", "WeakMap", "$func", "$class", "$any"),
	"promise": forms(
		"Promise.resolve($any)", "Promise.reject($any)", "new Promise((resolve, reject) => { resolve($any@expression); reject(1) })", "new Promise(() => { throw $any@expression })", "$promise.then($func, $func)", "$promise.catch($func)", "$promise.finally($func)",
		"Promise.all([$any, $promise])", "Promise.allSettled([$any, $promise])", "Promise.any([$promise, $promise])", "Promise.race($iterable)", "({ then(resolve, reject) { note(\"then\"); resolve($any@expression) } })", "({ get then() { note(\"get then\"); return $any@expression } })",
		"(async () => { note(\"async\"); return $any@async })()", "Promise.all($iterable)", "Promise.withResolvers().promise", "Promise.try($func, $any)",
	),
}
