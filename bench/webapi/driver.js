// Times each operation and writes a line of JSON: name -> { ms, answer }. The least of some
// runs is what the operation takes when nothing else wants the processor, and a JIT has done
// its work.
"use strict";
(async () => {
  const found = {};
  for (const [name, operation] of Object.entries(throughput)) {
    let ms = Infinity, answer;
    const began = performance.now();
    for (let run = 0; run < 5 || (run < 200 && performance.now() - began < 100); run++) {
      const start = performance.now();
      answer = await operation();
      ms = Math.min(ms, performance.now() - start);
    }
    found[name] = { ms, answer };
  }
  console.log(JSON.stringify(found));
})();
