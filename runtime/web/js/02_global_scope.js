// 02_global_scope: what Workers refuse at the top level of an app.
// Spec: https://developers.cloudflare.com/workers/runtime-apis/handlers/
// Deviations: none known.
//
// What a top level leaves behind is shared by all isolates that start from its
// snapshot, so it can have no I/O, timer or random value in it. Streams that are
// native in Workers, and so most bodies, count as I/O there.
"use strict";
__host.define("02_global_scope", () => {
  // inside is true from when an app may be evaluated until its first event. A
  // scope without an app, as for scripts, is never inside.
  let inside = false;
  const message = "Disallowed operation called within global scope. Asynchronous I/O (ex: fetch() or connect()), " +
    "setting a timeout, and generating random values are not allowed within global scope. To fix this error, " +
    "perform this operation within a handler. https://developers.cloudflare.com/workers/runtime-apis/handlers/";

  function enterGlobalScope() {
    inside = true;
  }
  function leaveGlobalScope() {
    inside = false;
  }
  // requireHandler throws what Workers throw outside of a handler.
  function requireHandler() {
    if (inside) throw new Error(message);
  }
  const isGlobalScope = () => inside;
  return { enterGlobalScope, isGlobalScope, leaveGlobalScope, requireHandler };
});
