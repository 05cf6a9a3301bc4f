// 02_quota_exceeded_error: QuotaExceededError.
// Spec: https://webidl.spec.whatwg.org/#quotaexceedederror
// Deviations: none known.
"use strict";
__host.define("02_quota_exceeded_error", ({ load }) => {
  const { DOMString, double, dictionary, expose, serializable } = load("01_webidl");
  const { DOMException } = load("02_dom_exception");

  const toOptions = dictionary([{ key: "quota", convert: double }, { key: "requested", convert: double }]);

  function checkOptions({ quota, requested }, context) {
    if (quota < 0) throw new RangeError(`${context}: the quota ${quota} is negative`);
    if (requested < 0) throw new RangeError(`${context}: ${requested} requested is negative`);
    if (requested < quota) throw new RangeError(`${context}: ${requested} requested is within the quota of ${quota}`);
  }

  class QuotaExceededError extends DOMException {
    #quota;
    #requested;
    constructor(message = "", options = {}) {
      const context = "Failed to construct 'QuotaExceededError'";
      message = DOMString(message, `${context}: 1st argument`);
      const dictionary = toOptions(options, `${context}: 2nd argument`);
      super(message, "QuotaExceededError");
      checkOptions(dictionary, context);
      this.#quota = dictionary.quota ?? null;
      this.#requested = dictionary.requested ?? null;
    }
    get quota() {
      return this.#quota;
    }
    get requested() {
      return this.#requested;
    }
  }
  expose(QuotaExceededError);
  serializable(QuotaExceededError, ({ message, quota, requested }) =>
    new QuotaExceededError(message, { quota: quota ?? undefined, requested: requested ?? undefined }));
  return { QuotaExceededError };
});
