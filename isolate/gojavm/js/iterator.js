// Iterator and its helpers: ECMA-262 (2025), section 27.1.
(() => {
	"use strict";
	const proto = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
	const object = (x) => { if (x === null || typeof x !== "object" && typeof x !== "function") throw new TypeError("Iterator helper called on non-object"); return x; };
	const callable = (it, f) => { if (typeof f !== "function") { close(it); throw new TypeError(f + " is not a function"); } };
	const close = (it) => { const f = it.return; if (f !== undefined && f !== null) f.call(it); };
	const quietly = (it) => { try { close(it); } catch {} };
	const direct = (it) => ({ it: object(it), next: it.next });
	const step = (r) => { const x = r.next.call(r.it); if (x === null || typeof x !== "object" && typeof x !== "function") throw new TypeError("iterator result is not an object"); return x; };
	const count = (it, n) => {
		let v;
		try { v = Number(n); } catch (e) { quietly(it); throw e; }
		v = Math.trunc(v);
		if (!(v >= 0)) { quietly(it); throw new RangeError(n + " must be positive"); }
		return v;
	};
	const guarded = (r, f) => { try { return f(); } catch (e) { quietly(r.it); throw e; } };

	const helperProto = Object.create(proto), state = new WeakMap();
	const inner = (x) => { const s = state.get(x); if (!s) throw new TypeError("not an Iterator Helper"); return s; };
	const define = (target, methods) => {
		for (const [name, d] of Object.entries(Object.getOwnPropertyDescriptors(methods))) Object.defineProperty(target, name, { ...d, enumerable: false });
	};
	define(helperProto, {
		next() { return inner(this).gen.next(); },
		return() {
			const s = inner(this);
			if (!s.started) { s.started = true; s.gen.return(); close(s.it); return { value: undefined, done: true }; }
			return s.gen.return();
		},
	});
	Object.defineProperty(helperProto, Symbol.toStringTag, { value: "Iterator Helper", configurable: true });
	const helper = (r, body) => {
		const s = { it: r.it, started: false };
		s.gen = (function* () {
			s.started = true;
			let done = false;
			try { yield* body(() => { const x = step(r); if (x.done) done = true; return x; }, () => { done = true; }); done = true; }
			catch (e) { done = true; throw e; }
			finally { if (!done) close(r.it); }
		})();
		const h = Object.create(helperProto);
		state.set(h, s);
		return h;
	};
	const flattenable = (x, strings) => {
		if (!(strings && typeof x === "string")) object(x);
		const open = x[Symbol.iterator];
		return direct(open == null ? x : object(open.call(x)));
	};

	const helpers = {
		map(f) {
			callable(object(this), f);
			const r = direct(this);
			return helper(r, function* (next) { for (let i = 0, x; !(x = next()).done; i++) { const v = x.value; yield guarded(r, () => f(v, i)); } });
		},
		filter(f) {
			callable(object(this), f);
			const r = direct(this);
			return helper(r, function* (next) { for (let i = 0, x; !(x = next()).done; i++) { const v = x.value; if (guarded(r, () => f(v, i))) yield v; } });
		},
		take(limit) {
			const n = count(object(this), limit), r = direct(this);
			return helper(r, function* (next, finished) { for (let i = 0, x; ; i++) { if (i >= n) { finished(); close(r.it); return; } if ((x = next()).done) return; yield x.value; } });
		},
		drop(limit) {
			const n = count(object(this), limit), r = direct(this);
			return helper(r, function* (next) { for (let i = 0, x; !(x = next()).done; i++) if (i >= n) yield x.value; });
		},
		flatMap(f) {
			callable(object(this), f);
			const r = direct(this);
			return helper(r, function* (next) {
				for (let i = 0, x; !(x = next()).done; i++) {
					const v = x.value, part = guarded(r, () => flattenable(f(v, i), false));
					let over = false;
					try { for (let y; !(y = guarded(r, () => step(part))).done;) yield y.value; over = true; }
					catch (e) { over = true; throw e; }
					finally { if (!over) quietly(part.it); }
				}
			});
		},
		reduce(f, ...initial) {
			callable(object(this), f);
			const r = direct(this);
			let i = 0, acc;
			if (initial.length) acc = initial[0];
			else { const x = step(r); if (x.done) throw new TypeError("Reduce of an empty iterator with no initial value"); acc = x.value; i = 1; }
			for (let x; !(x = step(r)).done; i++) { const v = x.value; acc = guarded(r, () => f(acc, v, i)); }
			return acc;
		},
		toArray() { const r = direct(object(this)), a = []; for (let x; !(x = step(r)).done;) a.push(x.value); return a; },
		forEach(f) { callable(object(this), f); const r = direct(this); for (let i = 0, x; !(x = step(r)).done; i++) { const v = x.value; guarded(r, () => f(v, i)); } },
		some(f) { callable(object(this), f); const r = direct(this); for (let i = 0, x; !(x = step(r)).done; i++) { const v = x.value; if (guarded(r, () => f(v, i))) { close(r.it); return true; } } return false; },
		every(f) { callable(object(this), f); const r = direct(this); for (let i = 0, x; !(x = step(r)).done; i++) { const v = x.value; if (!guarded(r, () => f(v, i))) { close(r.it); return false; } } return true; },
		find(f) { callable(object(this), f); const r = direct(this); for (let i = 0, x; !(x = step(r)).done; i++) { const v = x.value; if (guarded(r, () => f(v, i))) { close(r.it); return v; } } },
	};

	function Iterator() { if (new.target === undefined || new.target === Iterator) throw new TypeError("Iterator is an abstract class"); }
	Object.defineProperty(Iterator, "prototype", { value: proto, writable: false, enumerable: false, configurable: false });
	const wrapProto = Object.create(proto), wrapped = new WeakMap();
	define(wrapProto, {
		next() { const r = wrapped.get(this); return r.next.call(r.it); },
		return() { const r = wrapped.get(this), f = r.it.return; return f === undefined ? { value: undefined, done: true } : f.call(r.it); },
	});
	define(Iterator, {
		from(x) {
			const r = flattenable(x, true);
			if (proto.isPrototypeOf(r.it)) return r.it;
			const w = Object.create(wrapProto);
			wrapped.set(w, r);
			return w;
		},
	});
	return { Iterator, helpers };
})()
