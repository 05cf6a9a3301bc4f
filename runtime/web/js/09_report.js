// 09_report: exceptions that no code catches: reportError and host.reportException.
// Spec: https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception
// Deviations: none known. The log is what the specification calls the developer
// console.
"use strict";
__host.define("09_report", ({ ops, load }) => {
  const { required } = load("01_webidl");

  let reporting = false; // in error reporting mode, in which a further exception only goes to the log

  // reportException fires an error event on the global object, and writes to the
  // log if no listener prevents that. stack is where it was thrown, for what is no Error.
  function reportException(error, stack = "") {
    if (!reporting) {
      reporting = true;
      try {
        if (!fireError(error, stack)) return;
      } finally {
        reporting = false;
      }
    }
    ops.op_report(`Uncaught ${describe(error)}`);
  }
  function fireError(error, stack) {
    const { fire, hasListener } = load("03_event");
    if (!hasListener(globalThis, "error")) return true;
    const { ErrorEvent } = load("03_event_carrier");
    return fire(globalThis, new ErrorEvent("error", { cancelable: true, error, ...position(error, stack) }));
  }
  function reportError(error) {
    required(arguments.length, 1, "reportError");
    reportException(error, callerFrames());
  }
  const callerFrames = () => new Error().stack.split("\n").filter((line) => !line.includes("web:09_report.js")).join("\n");

  // describe is what a log shows of an exception.
  const describe = (error) => (typeof error === "string" ? error : load("08_inspect").inspect(error));

  // position extracts message and place of an exception.
  function position(error, stack) {
    const text = describe(error);
    const frame = /\n\s+at (?:.*\()?([^()\n]*):(\d+):(\d+)/;
    const found = frame.exec(text);
    const message = `Uncaught ${found === null ? text : text.slice(0, text.search(/\n\s+at /))}`;
    const [, filename, lineno, colno] = found ?? frame.exec(`\n${stack}`) ?? ["", "", 0, 0];
    return { message, filename, lineno, colno };
  }
  return { reportError, reportException, describe };
});
