export default {
  async fetch(request, env, ctx) {
    ctx.passThroughOnException();
    throw new Error("give up");
  },
};
