import { trace } from "./trace.js";

trace.push("before");
await null;
trace.push("after");
