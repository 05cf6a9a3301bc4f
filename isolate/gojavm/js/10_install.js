// define(target, name, function) adds a method as the standard has them: writable, configurable,
// not enumerable, without [[Construct]]; get(target, name, getter) an accessor. Methods come as
// members of object literals, which gives them their name and length. What is there already stays.
(() => {
	"use strict";
	const define = (target, methods) => {
		for (const name of Reflect.ownKeys(methods)) {
			if (Object.hasOwn(target, name)) continue;
			const d = Object.getOwnPropertyDescriptor(methods, name);
			d.enumerable = false;
			Object.defineProperty(target, name, d);
		}
	};
	const value = (target, name, v) => {
		if (!Object.hasOwn(target, name)) Object.defineProperty(target, name, { value: v, writable: true, configurable: true });
	};
	const constant = (target, name, v) => {
		if (!Object.hasOwn(target, name)) Object.defineProperty(target, name, { value: v });
	};
	// lazy(name, make) is a global that is made at its first use.
	const lazy = (name, make) => {
		if (Object.hasOwn(globalThis, name)) return;
		const settle = (v) => Object.defineProperty(globalThis, name, { value: v, writable: true, configurable: true, enumerable: false });
		Object.defineProperty(globalThis, name, {
			get() { const v = make(); settle(v); return v; },
			set(v) { settle(v); },
			configurable: true, enumerable: false,
		});
	};
	return { define, value, constant, lazy };
})()
