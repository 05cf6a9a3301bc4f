// The assertions that testdata/js/*_test.js use, and the runner: tests run one after
// the other, each to the end of its promise.
"use strict";
const tests = [];
let left = 0;
function test(name, body) {
  tests.push({ name, body });
  left++;
}
function show(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "object" && value !== null) {
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (ArrayBuffer.isView(value)) return `${value.constructor.name}[${Array.from(value)}]`;
    return JSON.stringify(value);
  }
  return String(value);
}
function equal(got, want, what = "value") {
  if (!Object.is(got, want)) throw new Error(`${what} is ${show(got)}, want ${show(want)}`);
}
// same compares structures by their JSON.
function same(got, want, what = "value") {
  equal(JSON.stringify(got), JSON.stringify(want), what);
}
function ok(value, what = "value") {
  if (!value) throw new Error(`${what} is ${show(value)}, want true`);
}
function named(error, name) {
  if (error?.name !== name) throw new Error(`threw ${show(error)}, want ${name}`);
  return error;
}
function throws(name, body) {
  let result;
  try {
    result = body();
  } catch (error) {
    return named(error, name);
  }
  throw new Error(`returned ${show(result)}, want a throw of ${name}`);
}
async function rejects(name, promise) {
  let result;
  try {
    result = await promise;
  } catch (error) {
    return named(error, name);
  }
  throw new Error(`fulfilled with ${show(result)}, want a rejection with ${name}`);
}
__host.testsLeft = () => left;
__host.runTests = () => {
  (async () => {
    for (const { name, body } of tests) {
      let problem = "";
      try {
        await body();
      } catch (error) {
        problem = `${show(error)}\n${error?.stack}` || "threw nothing";
      }
      left--;
      __host.ops.op_test_report(name, problem);
    }
  })();
};
