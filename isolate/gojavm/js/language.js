// Methods of ECMAScript 2024 and later that goja lacks: sections 20.1, 22.1, 22.2, 23.1, 24.1 and 27.2 of
// ECMA-262, by the name of what they are methods of.
(() => {
	"use strict";
	const group = (items, callback, add) => {
		if (items == null) throw new TypeError("Cannot group " + items);
		if (typeof callback !== "function") throw new TypeError(callback + " is not a function");
		let i = 0;
		for (const item of items) add(callback(item, i++), item);
	};
	const ObjectMethods = {
		groupBy(items, callback) {
			const groups = Object.create(null);
			group(items, callback, (k, item) => { k = typeof k === "symbol" ? k : String(k); (groups[k] ??= []).push(item); });
			return groups;
		},
	};
	const MapMethods = {
		groupBy(items, callback) {
			const groups = new Map();
			group(items, callback, (k, item) => { const g = groups.get(k); if (g) g.push(item); else groups.set(k, [item]); });
			return groups;
		},
	};

	const PromiseMethods = {
		withResolvers() {
			let resolve, reject;
			const promise = new this((a, b) => { resolve = a; reject = b; });
			return { promise, resolve, reject };
		},
		try(callback, ...args) {
			if (this === null || typeof this !== "object" && typeof this !== "function") throw new TypeError("Promise.try called on non-object");
			return new this((resolve) => resolve(callback(...args)));
		},
	};

	const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
	const text = (s) => { if (s == null) throw new TypeError("String.prototype method called on null or undefined"); return String(s); };
	const StringMethods = {
		isWellFormed() { return !lone.test(text(this)); },
		toWellFormed() { return text(this).replace(new RegExp(lone, "g"), "\ufffd"); },
	};
	const RegExpMethods = {
		escape(s) {
			if (typeof s !== "string") throw new TypeError("RegExp.escape: argument is not a string");
			const hex = (c) => { const n = c.charCodeAt(0); return n < 256 ? "\\x" + n.toString(16).padStart(2, "0") : "\\u" + n.toString(16).padStart(4, "0"); };
			const named = { "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r" };
			return s.replace(/^[0-9A-Za-z]|[\^$\\.*+?()[\]{}|\/]|[,\-=<>#&!%:;@~'`"]|\s|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
				(c) => /[\^$\\.*+?()[\]{}|\/]/.test(c) ? "\\" + c : named[c] ?? hex(c));
		},
	};

	const ArrayMethods = {
		fromAsync(source, map, thisArg) {
			const C = this;
			return (async () => {
				if (map !== undefined && typeof map !== "function") throw new TypeError(map + " is not a function");
				const make = (...args) => typeof C === "function" ? new C(...args) : new Array(...args);
				const put = async (a, i, v) => { v = await v; if (map) v = await map.call(thisArg, v, i); Object.defineProperty(a, i, { value: v, writable: true, enumerable: true, configurable: true }); };
				const open = source[Symbol.asyncIterator] ?? source[Symbol.iterator];
				if (open == null) {
					const n = Math.min(Math.max(Math.trunc(Number(source.length)) || 0, 0), Number.MAX_SAFE_INTEGER), a = make(n);
					for (let i = 0; i < n; i++) await put(a, i, source[i]);
					a.length = n;
					return a;
				}
				const it = open.call(source), a = make();
				let i = 0;
				for (;;) {
					const r = await it.next();
					if (r === null || typeof r !== "object") throw new TypeError("iterator result is not an object");
					if (r.done) break;
					try { await put(a, i++, r.value); } catch (e) { try { await it.return?.(); } catch {} throw e; }
				}
				a.length = i;
				return a;
			})();
		},
	};

	return {
		Object: ObjectMethods, Map: MapMethods, Promise: PromiseMethods, RegExp: RegExpMethods, Array: ArrayMethods,
		"String.prototype": StringMethods,
	};
})()
