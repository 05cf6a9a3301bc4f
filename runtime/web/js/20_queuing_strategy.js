// 20_queuing_strategy: CountQueuingStrategy and ByteLengthQueuingStrategy.
// Spec: https://streams.spec.whatwg.org/#qs
// Deviations: none known.
"use strict";
__host.define("20_queuing_strategy", ({ load }) => {
  const { required, dictionary, callback, unrestrictedDouble, expose } = load("01_webidl");

  const toQueuingStrategyInit = dictionary([{ key: "highWaterMark", convert: unrestrictedDouble, required: true }]);
  const toQueuingStrategy = dictionary([
    { key: "highWaterMark", convert: unrestrictedDouble },
    { key: "size", convert: callback },
  ]);

  // One size function for all instances: a function, not a method.
  const { size: byteLengthSize } = { size: (chunk) => chunk.byteLength };
  const { size: countSize } = { size: () => 1 };

  class ByteLengthQueuingStrategy {
    #highWaterMark;
    constructor(init) {
      required(arguments.length, 1, "Failed to construct 'ByteLengthQueuingStrategy'");
      this.#highWaterMark = toQueuingStrategyInit(init, "Failed to construct 'ByteLengthQueuingStrategy': 1st argument").highWaterMark;
    }
    get highWaterMark() {
      return this.#highWaterMark;
    }
    get size() {
      return this.#highWaterMark, byteLengthSize;
    }
  }

  class CountQueuingStrategy {
    #highWaterMark;
    constructor(init) {
      required(arguments.length, 1, "Failed to construct 'CountQueuingStrategy'");
      this.#highWaterMark = toQueuingStrategyInit(init, "Failed to construct 'CountQueuingStrategy': 1st argument").highWaterMark;
    }
    get highWaterMark() {
      return this.#highWaterMark;
    }
    get size() {
      return this.#highWaterMark, countSize;
    }
  }

  function ExtractHighWaterMark(strategy, defaultHWM) {
    const { highWaterMark } = strategy;
    if (highWaterMark === undefined) return defaultHWM;
    if (!(highWaterMark >= 0)) {
      throw new RangeError(`highWaterMark must be a non-negative number, not ${highWaterMark}`);
    }
    return highWaterMark;
  }

  // ExtractSizeAlgorithm returns undefined for the algorithm that returns 1.
  function ExtractSizeAlgorithm(strategy) {
    const { size } = strategy;
    if (size === undefined) return undefined;
    return (chunk) => unrestrictedDouble(size(chunk), "The size of a chunk");
  }

  return {
    ByteLengthQueuingStrategy: expose(ByteLengthQueuingStrategy),
    CountQueuingStrategy: expose(CountQueuingStrategy),
    toQueuingStrategy, ExtractHighWaterMark, ExtractSizeAlgorithm,
  };
});
