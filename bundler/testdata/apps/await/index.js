// Top-level await, an import cycle, and a lazy import of the cycle.
import "./first.js";
import { trace } from "./trace.js";

export let calls = 0;

export default {
  async fetch() {
    calls++;
    const lazy = await import("./lazy.js");
    return "mark:" + [...trace, lazy.value()];
  },
};
