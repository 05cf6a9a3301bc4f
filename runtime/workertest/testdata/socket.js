// Asks a server, over a WebSocket, what the path of the request says; or answers
// one itself, in capitals.
export default {
  async fetch(request) {
    if (request.headers.get("upgrade") === "websocket") {
      const [client, server] = Object.values(new WebSocketPair());
      server.accept();
      server.addEventListener("message", ({ data }) => server.send(data.toUpperCase()));
      return new Response(null, { status: 101, webSocket: client });
    }
    const socket = new WebSocket("wss://echo.test/socket");
    const answer = await new Promise((resolve) => {
      socket.onopen = () => socket.send(new URL(request.url).pathname);
      socket.onmessage = ({ data }) => resolve(data);
      socket.onerror = ({ message }) => resolve(message);
    });
    socket.close();
    return new Response(answer);
  },
};
