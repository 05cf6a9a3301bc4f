// Times each operation, in ms, and writes them as a line of JSON. The least of some
// runs is what the operation takes when nothing else wants the processor.
"use strict";
(async () => {
  const times = {};
  for (const [name, operation] of Object.entries(throughput)) {
    let least = Infinity;
    const began = performance.now();
    for (let run = 0; run < 5 || (run < 200 && performance.now() - began < 100); run++) {
      const start = performance.now();
      await operation();
      least = Math.min(least, performance.now() - start);
    }
    times[name] = least;
  }
  console.log(JSON.stringify(times));
})();
