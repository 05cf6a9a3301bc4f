test("DOMException has name, message and legacy code", () => {
  const e = new DOMException("gone", "NotFoundError");
  same([e.name, e.message, e.code], ["NotFoundError", "gone", 8]);
  const plain = new DOMException();
  same([plain.name, plain.message, plain.code], ["Error", "", 0]);
  same([new DOMException("x", "NotReadableError").code, new DOMException("x", "DataCloneError").code], [0, 25]);
});
test("DOMException is an Error with a stack", () => {
  const e = new DOMException("m", "AbortError");
  ok(e instanceof Error && e instanceof DOMException, "instanceof");
  equal(Object.prototype.toString.call(e), "[object DOMException]");
  equal(String(e), "AbortError: m");
  equal(typeof e.stack, "string");
  equal(Object.getPrototypeOf(DOMException), Function.prototype, "prototype of the constructor");
  equal(JSON.stringify(Object.keys(e)), "[]", "own enumerable keys");
});
test("DOMException has its constants on constructor and prototype", () => {
  equal(DOMException.ABORT_ERR, 20);
  equal(DOMException.prototype.INDEX_SIZE_ERR, 1);
  equal(new DOMException("", "X").DATA_CLONE_ERR, 25);
  const d = Object.getOwnPropertyDescriptor(DOMException, "SYNTAX_ERR");
  same(d, { value: 12, writable: false, enumerable: true, configurable: false });
});
test("DOMException converts its arguments, and its attributes check their receiver", () => {
  equal(new DOMException(null, 3).message, "null");
  equal(new DOMException(undefined, undefined).name, "Error");
  throws("TypeError", () => new DOMException(Symbol()));
  throws("TypeError", () => DOMException());
  throws("TypeError", () => DOMException.prototype.name);
  throws("TypeError", () => Object.getOwnPropertyDescriptor(DOMException.prototype, "code").get.call(new Error()));
});
test("DOMException can be subclassed", () => {
  class Own extends DOMException {
    constructor() {
      super("own", "TimeoutError");
    }
  }
  const e = new Own();
  ok(e instanceof Own && e.code === 23 && e.message === "own", "subclass");
});
