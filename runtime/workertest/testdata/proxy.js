// Answers with what the URL in its query does, which it fetches with the request's method and body.
export default {
  async fetch(request) {
    const { method, body } = request;
    try {
      const res = await fetch(new URL(request.url).searchParams.get("url"), { method, body, headers: { "x-from": "proxy" } });
      return new Response(await res.text(), res);
    } catch (error) {
      return new Response(error.message, { status: 502 });
    }
  },
};
