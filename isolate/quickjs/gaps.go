package quickjs

import "example.com/thaw/isolate"

// gaps are what QuickJS-ng lacks of ECMAScript and ECMA-402, found by probing.
var gaps = []isolate.Gap{
	{
		Feature: "Intl", Effect: "there is no Intl object",
		Probe: `typeof Intl === "object"`,
	},
	{
		Feature: "toLocaleString", Effect: "locale, time zone and options are ignored, and numbers are not grouped",
		Probe: `(1234.5).toLocaleString("en-US") === "1,234.5"`,
	},
	{
		Feature: "localeCompare", Effect: "strings are compared by code unit",
		Probe: `"a".localeCompare("B") < 0`,
	},
	{
		Feature: "toLocaleUpperCase", Effect: "the locale is ignored",
		Probe: `"i".toLocaleUpperCase("tr") === "\u0130"`,
	},
	{
		Feature: "Temporal", Effect: "there is no Temporal object",
		Probe: `typeof Temporal === "object"`,
	},
	{
		Feature: "Atomics", Effect: "there is no Atomics object; SharedArrayBuffer is there",
		Probe: `typeof Atomics === "object"`,
	},
	{
		Feature: "Date.prototype.toString", Effect: "the name of the time zone is left out",
		Probe: `new Date(0).toString().endsWith("(Coordinated Universal Time)")`,
	},
	{
		Feature: "Error.prototype.stack", Effect: "error.stack holds the frames only, not the line with name and message before them, as V8 has it",
		Probe: `new Error("text").stack.startsWith("Error: text")`,
	},
	{
		Feature: "strings spread into objects", Effect: "an object literal that spreads a string gets no characters",
		Probe: `({ ..."a" })[0] === "a"`,
	},
	{
		Feature: "frozen template objects", Effect: "a tag function can change the strings that it is given",
		Probe: "((strings) => Object.isFrozen(strings))``",
	},
	{
		Feature: "closures in parameter defaults", Effect: "they don't see what the body assigns to a parameter",
		Probe: `((p, q = () => p) => { p = 2; return q() })(1) === 2`,
	},
	{
		Feature: "Array.from", Effect: "Symbol.iterator is read twice",
		Probe: `(() => { let n = 0; Array.from({ get [Symbol.iterator]() { n++; return [].values } }); return n === 1 })()`,
	},
	{
		Feature: "traps of Proxy", Effect: "a defineProperty trap can't make a property that is writable and not configurable",
		Probe: `Reflect.defineProperty(new Proxy({}, { defineProperty: Reflect.defineProperty }), "x", { value: 1, writable: true })`,
	},
	{
		Feature: "bigints and fractions", Effect: "a negative bigint compared with a fraction may come out wrong",
		Probe: `-13n < -0.5`,
	},
	{
		Feature: "regular expressions with the flag v", Effect: "\"-\", \"/\" and pairs such as \"::\" are syntax errors outside of classes, too",
		Probe: `/-/v.test("-") && /::/v.test("::")`,
	},
	{
		Feature: "regular expressions with 255 groups or more",
		Effect:  "a literal is a syntax error, as is one of a subclass with an exec of its own; of `new RegExp` each match crosses to Go, and `RegExp.prototype.exec.call` finds none",
		Probe:   `(0, eval)("/" + "()".repeat(255) + "/").test("")`,
	},
	{Feature: "for await left by a throw", Effect: "the iterator's return is called, but its promise is not awaited"},
	{Feature: "with in asynchronous code", Effect: "a large script that has it beside for await may fail to compile with ErrMemory"},
}
