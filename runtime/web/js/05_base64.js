// 05_base64: atob and btoa.
// Spec: https://html.spec.whatwg.org/multipage/webappapis.html#atob
// Deviations: none known.
"use strict";
__host.define("05_base64", ({ ops, load }) => {
  const { required, DOMString } = load("01_webidl");

  function btoa(data) {
    required(arguments.length, 1, "btoa");
    return ops.op_base64_encode(DOMString(data, "btoa: 1st argument"));
  }
  function atob(data) {
    required(arguments.length, 1, "atob");
    return ops.op_base64_decode(DOMString(data, "atob: 1st argument"));
  }
  return { atob, btoa };
});
