package isolatetest

import "slices"

// literals are values that are written out. The first of each is the simplest.
var literals = map[string][]form{
	"number": forms(
		"1", "0", "(-0)", "NaN", "Infinity", "(-Infinity)", "2", "(-7)", "0.1", "1e15", "1e-7", "2147483648", "(-2147483649)",
		"4294967296", "9007199254740993", "5e-324", "0x1F", "0b101", "0o17", "1_000", ".5", "5.", "0.000001", "65536.5", "(-1.5)",
		"2.5", "1.005", "(-0.5)",
	),
	// huge numbers don't meet a conversion to an integer of 32 bits: see goja's gaps.
	"huge": forms("1e21", "123456789012345680000", "1.7976931348623157e308", "(-1e100)", "2 ** 63", "1e300 * 1e300"),
	// simple values are what parameters default to: closures there are among the gaps of both engines.
	"simple": forms("a", "$number", "$text", "$bigint", "$variable", "null", "[$variable]", "{ x: $variable }"),
	"small":  forms("1", "0", "2", "3", "(-1)", "5", "1.9", "(-2)"),
	"text": forms(
		`""`, `"a"`, `"hello world"`, `"\u{1F600}x"`, `"\ud83d"`, `"a\0b"`, `"\x41\n\t\\"`, `"\u00df\u0130\u03a3"`, `"e\u0301\u00e9"`,
		`"12"`, `" 0x1f "`, `"1e3"`, `"-0"`, `"Infinity"`, `"a,b,,c"`, `"aXbXc"`, "\"con\\\ntinued\"", `"A1b2C3"`,
		`"\ufeff trim \u00a0"`, `"aaa"`,
	),
	"bigint": forms(
		"1n", "0n", "(-1n)", "7n", "(-13n)", "0xffn", "12345678901234567890n", "(-(2n ** 64n))", "(2n ** 63n - 1n)", "1_0n", "0b11n",
	),
	"symbol": forms(
		"Symbol.iterator", `Symbol("s")`, "Symbol()", `Symbol.for("r")`, "Symbol.toPrimitive", "Symbol.toStringTag",
		"Symbol.hasInstance",
	),
	"key": forms(
		`"x"`, `"y"`, "0", "1", `"1"`, `"z"`, `"-1"`, `"01"`, "1.5", "Symbol.iterator", "4294967295", `""`, `"name"`,
	),
	"property": forms("x", "y", "z", "length", "constructor", "p", "size", "name", "toString", "foo"),
	"regexp": forms(
		"/a/", "/b/g", "/[a-c]+/gi", `/(?<year>\d{4})-(?<month>\d\d)/`, `/(?<=X)\w/g`, "/(?<!X)[a-z]/g", "/(a)|(b)|(?:c)/g", "/^$/m",
		"/./su", `/\u{1F600}/u`, "/a(?=b)/y", `/(\w)\1?/g`, "/a*?b/", "/(?:)/g", "/[^]/g", `/\p{Lu}/u`, `/\P{L}+/gu`, "/(z)?(a)/d",
		`/(?<q>a)\k<q>/`, `/\bw\w+\b/i`, `/[\d\-x]/g`, "/x{0,2}/g", "/(a+)+b/", "/(?:a|ab)(?:c|bcd)(?:d*)/", `/[\s\S]*/`, "/,/",
		`/\cJ|\0|\x41/`, "/((a)|(b))*/g", `/\B/g`, `/[^\W_]+/g`, "/(?!a)./gu", `/\//`, "new RegExp($str, $flags)",
		"new RegExp($regexp, $flags)",
	),
	"flags":    forms(`""`, `"g"`, `"i"`, `"gi"`, `"u"`, `"y"`, `"s"`, `"m"`, `"gu"`, `"gg"`, `"d"`, `"q"`),
	"variable": forms("a", "b", "c", "d", "e", "f", "x", "y", "z"),
	"date": forms(
		"new Date(0)", "new Date(951782400000)", "new Date(-1)", "new Date(NaN)", "new Date(8.64e15)",
		"new Date(Date.UTC(2024, 1, 29, 23, 59, 59, 999))", `new Date("2024-02-29T12:34:56.789Z")`, "new Date(Date.UTC(99, 0))",
		`new Date("2024-02-29")`, "new Date(Date.UTC(2020, 14, -5))",
	),
}

// operations are expressions by the type of their value, where that is known.
var operations = map[string][]form{
	"num": forms(
		"$number", "$number", "$small", "near(+($any))", "-($num)", "~$num", "near($num + $num)", "near($num - $num)",
		"near($num * $num)", "near($num / $num)", "($num % $num)", "($num & $num)", "($num | $num)", "($num ^ $num)", "($num << $num)",
		"($num >> $num)", "($num >>> $num)", "(2 ** Math.trunc($small))", "near((- $num) ** 2)", "($bool ? $num : $num)",
		"$array.length", "($str).length", "near(Number($any))", "near(parseInt($str, $num) + 0)", "near(parseFloat($str))", "$mathcall",
		"$strnumber", "$arraynumber", "$datenumber", "($variable += $num, $num)", "x++", "--y", "(z ??= 5)",
	),
	"str": forms(
		"$text", "$text", "$text", "($str + $any)", "String($any)", "`${$any}-${$str}`", "(typeof $any)", "$strcall", "$numstring",
		"$arraystring", "JSON.stringify($any)", "Object.prototype.toString.call($any)", "($bool ? $str : $str)", "($str)[$small]",
		"$datestring", "$bigstring", "$jsonstring", "tag`a${$any}\\n${$any}c`", "String.raw`\\x${$any}\\u`",
	),
	"bool": forms(
		"true", "false", "!($any)", "($any == $any)", "($any != $any)", "($any === $any)", "($any !== $any)", "($any < $any)",
		"($any >= $any)", "($num < $num)", "($huge < $num)", "($num <= $num)", "($str > $str)", "($bool && $bool)", "($bool || $bool)",
		"($key in $obj)", "($any instanceof $constructor)", "Object.is($any, $any)", "Array.isArray($any)", "Number.$isnumber($any)",
		"isNaN($num)", "$regexp.test($str)", "($str).$hastext($str)", "$array.includes($any)", "Object.hasOwn($obj, $key)",
		"Reflect.has($obj, $key)", "(delete $obj[$key])", "(delete $variable.$property)", "$obj.$objectbool", "($big < $bigint)",
		"($big == $any)", "$collection.has($any)", "Object.$isfixed($any)", "Reflect.set($obj, $key, $any)",
		"Reflect.defineProperty($obj, $key, $descriptor)",
	),
	"isnumber":   forms("isInteger", "isSafeInteger", "isNaN", "isFinite"),
	"hastext":    forms("includes", "startsWith", "endsWith"),
	"isfixed":    forms("isFrozen", "isSealed", "isExtensible"),
	"objectbool": forms("hasOwnProperty($key)", "propertyIsEnumerable($key)", "isPrototypeOf($obj)"),
	"big": forms(
		"$bigint", "$bigint", "($big + $big)", "($big - $big)", "($big * $big)", "($big / $big)", "($big % $big)", "(- $bigint)",
		"(~$big)", "($big & $big)", "($big | $big)", "($big ^ $big)", "($bigint << 3n)", "($big >> 2n)", "($bigint << (-1n))",
		"(7n ** 3n)", "(2n ** $bigexponent)", "BigInt.asIntN($width, $big)", "BigInt.asUintN($width, $big)", "BigInt($num)",
		"BigInt($str)", "($bool ? $big : $big)",
	),
	"bigexponent": forms("2n", "0n", "64n", "(-1n)"),
	"width":       forms("8", "0", "1", "32", "64", "65"),
	"any": slices.Concat(forms(
		"$variable", "$number", "$text", "$variable", "$num", "$str", "$bool", "$big", "$array", "$obj", "$func", "$symbol", "$regexp",
		"$date", "null", "undefined", "($any + $any)", "near($num * $any)", "near($any - $num)", "($any ?? $variable)",
		"($any && $any)", "($any || $any)", "($bool ? $any : $any)", "($any, $any)", "(void $any)", "($variable?.$property)",
		"($variable?.[$key])", "($variable?.$property?.($any))", "$variable.$property", "$variable[$key]", "$obj[$key]", "$obj.x.y?.z",
		"$func($any)", "($func?.($any, $any))", "$func(...$iterable)", "$func.call($any, $any)", "$func.apply($any, $array)",
		"$func.bind($any, $any)($any)", "new ($constructor)($any)", "Reflect.$reflection", "$arrayvalue", "$objectvalue", "$iterable",
		"$collection", "$promise", "$typedarray", "$error", "JSON.parse($json)", "JSON.parse($json, $reviver)", "$classvalue",
		"$functionvalue", "$regexpvalue", "$coercion", "($variable = keep($any))", "($variable ??= keep($any@expression))",
		"($variable ||= keep($any@expression))", "($variable &&= keep($any@expression))", "([x, y] = keep($array) ?? [])",
		"({ x, y = $any } = keep($obj) ?? {})", "$typedvalue", "$generatorvalue", "Object($any)", "globalThis.$property", "$proxyvalue",
	),
		formsIn(inGenerator, "(yield $any)", "(yield)", "(x = yield $any)"),
		formsIn(inSync, "(yield* $generator)"), formsIn(inAsync, "(await $any)", "(await $promise)", "(await $promise)", "(await null)"),
		formsIn(inArguments,
			"(typeof new.target)", "arguments[$small]", "arguments.length", "(() => arguments[$small])()",
			"((p = arguments) => p.length)(...arguments)", "(() => () => [...arguments])()()",
		),
		formsIn(inSloppy,
			"010", "(function () { return typeof this })()", "(undeclared = keep($any))", "typeof undeclared", `"\101"`,
		),
	),
	// coercion is how an object becomes a primitive.
	"coercion": forms(
		"`${{ toString: () => $any@expression }}`", "(+{ valueOf: () => $any@expression })",
		"(+{ valueOf: () => ({}), toString: () => $any@expression })",
		"near({ [Symbol.toPrimitive](hint) { note(hint); return $any@expression } } $operator $any)",
		"near($any $operator { [Symbol.toPrimitive]: (hint) => hint })",
		"near({ valueOf() { note(1); return $any@expression }, toString() { note(2); return $any@expression } } $operator $any)",
		"near($array $operator $any)", "near($obj $operator $str)", "near($date $operator $small)", "near($big $operator $any)",
		"near($symbol $operator $any)", "near($str $operator $num)", "([$any] == $any)", "near(null $operator $any)",
		"near(undefined $operator $any)",
	),
	"operator": forms(
		"+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "===", "&", "|", "^", ">>", "instanceof", "in",
	),
}
