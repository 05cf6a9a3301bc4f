// 09_report: exceptions that no code catches: reportError and host.reportException.
// Spec: https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception
// Deviations: none known. The log is what the specification calls the developer
// console.
"use strict";
__host.define("09_report", ({ ops, load }) => {
  const { required } = load("01_webidl");

  let reporting = false; // in error reporting mode, in which a further exception only goes to the log

  // reportException fires an error event on the global object, and writes to the
  // log if no listener prevents that.
  function reportException(error) {
    if (!reporting) {
      reporting = true;
      try {
        if (!fireError(error)) return;
      } finally {
        reporting = false;
      }
    }
    ops.op_report(`Uncaught ${describe(error)}`);
  }
  function fireError(error) {
    const { fire, hasListener } = load("03_event");
    if (!hasListener(globalThis, "error")) return true;
    const { ErrorEvent } = load("03_event_carrier");
    return fire(globalThis, new ErrorEvent("error", { cancelable: true, error, ...position(error) }));
  }
  function reportError(error) {
    required(arguments.length, 1, "reportError");
    reportException(error);
  }

  // describe is what a log shows of an exception.
  const describe = (error) => (typeof error === "string" ? error : load("08_inspect").inspect(error));

  // position extracts message and place of an exception.
  function position(error) {
    const text = describe(error);
    const frame = /\n\s+at (?:.*\()?([^()\n]*):(\d+):(\d+)/.exec(text);
    if (frame === null) return { message: `Uncaught ${text}` };
    const [, filename, lineno, colno] = frame;
    return { message: `Uncaught ${text.slice(0, text.search(/\n\s+at /))}`, filename, lineno, colno };
  }
  return { reportError, reportException, describe };
});
