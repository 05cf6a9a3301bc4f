const top = Date.now();
export default {
  fetch() {
    const start = performance.now();
    for (let i = 0; i < 200_000; i++);
    return new Response([top, performance.now() === start].join());
  },
};
