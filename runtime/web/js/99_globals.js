// 99_globals: what user code sees, one line a file.
"use strict";
(({ lazy, load, ops }) => {
  __host.tracing = ops.op_tracing();
  lazy("05_base64", ["atob", "btoa"], true);
  lazy("08_timers", ["setTimeout", "setInterval", "clearTimeout", "clearInterval"], true);
})(__host);
