interface Env {
  GREETING: string;
  PUNCTUATION: string;
}

let count = 0;

async function greet(request: Request, env: Env): Promise<Response> {
  const name = request.method === "POST" ? await request.text() : new URL(request.url).searchParams.get("name");
  return new Response(`${env.GREETING}, ${name ?? "you"}${env.PUNCTUATION}`);
}

export default {
  async fetch(request: Request, env: Env, ctx: { waitUntil(promise: Promise<unknown>): void }): Promise<Response> {
    const { pathname } = new URL(request.url);
    switch (`${request.method} ${pathname}`) {
      case "GET /greet":
      case "POST /greet":
        return greet(request, env);
      case "POST /count":
        await null;
        count++;
        return new Response(null, { status: 204 });
      case "POST /later":
        ctx.waitUntil(new Promise<void>((resolve) => setTimeout(() => { count++; resolve(); }, 5)));
        return new Response(null, { status: 202 });
      case "GET /count":
        return new Response(String(count));
    }
    return new Response("not found", { status: 404 });
  },
};
