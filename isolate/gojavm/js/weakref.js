// WeakRef and FinalizationRegistry: ECMA-262, sections 26.1 and 26.2. A target is held strongly and
// no callback is ever called, which the standard allows: no promise is made when memory is freed.
(() => {
	"use strict";
	const canBeHeld = (x) => x !== null && (typeof x === "object" || typeof x === "function") || typeof x === "symbol" && Symbol.keyFor(x) === undefined;
	const tag = (C, name) => Object.defineProperty(C.prototype, Symbol.toStringTag, { value: name, configurable: true });
	const makeWeakRef = () => {
		const targets = new WeakMap();
		class WeakRef {
			constructor(target) {
				if (!canBeHeld(target)) throw new TypeError("WeakRef: invalid target");
				targets.set(this, target);
			}
			deref() {
				if (!targets.has(this)) throw new TypeError("WeakRef.prototype.deref called on incompatible receiver");
				return targets.get(this);
			}
		}
		tag(WeakRef, "WeakRef");
		return WeakRef;
	};
	const makeFinalizationRegistry = () => {
		const registries = new WeakSet();
		const check = (r) => { if (!registries.has(r)) throw new TypeError("FinalizationRegistry method called on incompatible receiver"); };
		class FinalizationRegistry {
			constructor(cleanup) {
				if (typeof cleanup !== "function") throw new TypeError("FinalizationRegistry: cleanup must be callable");
				registries.add(this);
			}
			register(target, held) {
				check(this);
				if (!canBeHeld(target)) throw new TypeError("FinalizationRegistry.prototype.register: invalid target");
				if (target === held) throw new TypeError("FinalizationRegistry.prototype.register: target and holdings must not be same");
			}
			unregister(token) {
				check(this);
				if (!canBeHeld(token)) throw new TypeError("FinalizationRegistry.prototype.unregister: invalid token");
				return false;
			}
		}
		Object.defineProperty(FinalizationRegistry.prototype.register, "length", { value: 2, configurable: true });
		tag(FinalizationRegistry, "FinalizationRegistry");
		return FinalizationRegistry;
	};
	return { WeakRef: makeWeakRef(), FinalizationRegistry: makeFinalizationRegistry() };
})()
