// 02_dom_exception: DOMException.
// Spec: https://webidl.spec.whatwg.org/#idl-DOMException
// Deviations: stack is the engine's, an own property as on every Error.
"use strict";
__host.define("02_dom_exception", ({ load }) => {
  const { DOMString, expose } = load("01_webidl");

  // Names in the order of their legacy codes, from 1; "" is a code without a name in use.
  const constants = {};
  const codes = { __proto__: null };
  const legacy = [
    ["INDEX_SIZE_ERR", "IndexSizeError"], ["DOMSTRING_SIZE_ERR", ""], ["HIERARCHY_REQUEST_ERR", "HierarchyRequestError"],
    ["WRONG_DOCUMENT_ERR", "WrongDocumentError"], ["INVALID_CHARACTER_ERR", "InvalidCharacterError"],
    ["NO_DATA_ALLOWED_ERR", ""], ["NO_MODIFICATION_ALLOWED_ERR", "NoModificationAllowedError"],
    ["NOT_FOUND_ERR", "NotFoundError"], ["NOT_SUPPORTED_ERR", "NotSupportedError"],
    ["INUSE_ATTRIBUTE_ERR", "InUseAttributeError"], ["INVALID_STATE_ERR", "InvalidStateError"],
    ["SYNTAX_ERR", "SyntaxError"], ["INVALID_MODIFICATION_ERR", "InvalidModificationError"],
    ["NAMESPACE_ERR", "NamespaceError"], ["INVALID_ACCESS_ERR", "InvalidAccessError"], ["VALIDATION_ERR", ""],
    ["TYPE_MISMATCH_ERR", "TypeMismatchError"], ["SECURITY_ERR", "SecurityError"], ["NETWORK_ERR", "NetworkError"],
    ["ABORT_ERR", "AbortError"], ["URL_MISMATCH_ERR", "URLMismatchError"], ["QUOTA_EXCEEDED_ERR", "QuotaExceededError"],
    ["TIMEOUT_ERR", "TimeoutError"], ["INVALID_NODE_TYPE_ERR", "InvalidNodeTypeError"], ["DATA_CLONE_ERR", "DataCloneError"],
  ];
  legacy.forEach(([constant, name], i) => {
    constants[constant] = i + 1;
    if (name !== "") codes[name] = i + 1;
  });

  // Parts puts the private fields on an object that Error made, so that an
  // instance has both what an Error has (a stack) and what this interface has.
  let partsOf;
  class Parts extends (function (object) { return object; }) {
    #message;
    #name;
    constructor(object, message, name) {
      super(object);
      this.#message = message;
      this.#name = name;
    }
    static {
      partsOf = { message: (object) => object.#message, name: (object) => object.#name };
    }
  }

  class DOMException {
    constructor(message = "", name = "Error") {
      const context = "Failed to construct 'DOMException'";
      message = DOMString(message, `${context}: 1st argument`);
      name = DOMString(name, `${context}: 2nd argument`);
      const error = Reflect.construct(Error, [], new.target);
      new Parts(error, message, name);
      return error;
    }
    get name() {
      return partsOf.name(this);
    }
    get message() {
      return partsOf.message(this);
    }
    get code() {
      return codes[partsOf.name(this)] ?? 0;
    }
  }
  Object.setPrototypeOf(DOMException.prototype, Error.prototype);
  expose(DOMException, constants);
  return { DOMException };
});
