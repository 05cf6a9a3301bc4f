// 36_web_socket: WebSocket, and WebSocketPair of Workers.
// Spec: https://websockets.spec.whatwg.org/
//       https://developers.cloudflare.com/workers/runtime-apis/websockets/
// Deviations: the close event is fired when the peer's close frame comes, as in
// Workers, not when the connection is closed; an error event is an ErrorEvent that
// says what was wrong. A socket that was made by the constructor follows the standard
// in what close and send refuse, any other one follows Workers. No extension is offered or
// accepted: messages are not compressed.
"use strict";
__host.define("36_web_socket", (host) => {
  const { ops, load } = host;
  const { required, isObject, DOMString, USVString, integer, sequenceFrom, isArrayBuffer, bytesOf, expose } =
    load("01_webidl");
  const { requireHandler } = load("02_global_scope");
  const { Event, EventTarget, fire } = load("03_event");
  const { ErrorEvent, MessageEvent, CloseEvent } = load("03_event_carrier");
  const { handlerAttribute } = load("03_event_handler");
  const { utf8Encode } = load("06_encoding");
  const { Queue } = load("20_queue");
  const { queueTask } = load("22_task");

  const CONNECTING = 0, OPEN = 1, CLOSING = 2, CLOSED = 3;

  // A SocketSlots is one end of a connection. far is where what it sends goes: a
  // Connection of 36_socket, or the other end of a pair. Workers' states: a socket
  // is awaiting until accept() or until a Response takes it, which releases it.
  class SocketSlots {
    constructor(url, origin, state) {
      this.object = undefined;
      this.url = url;
      this.origin = origin;
      this.state = state; // "connecting", "awaiting", "accepted" or "released"
      this.standard = url !== ""; // made by the constructor
      this.protocol = "";
      this.binaryType = "blob";
      this.far = undefined;
      this.inbox = new Queue(); // what came and was not delivered
      this.forward = undefined; // takes what comes, when released
      this.closedOutgoing = false;
      this.closedIncoming = false;
      this.allowHalfOpen = false;
      this.unsent = 0; // bytes of messages that came after the end
    }
    get readyState() {
      if (this.closedIncoming && this.closedOutgoing) return CLOSED;
      if (this.closedIncoming || this.closedOutgoing) return CLOSING;
      return this.state === "connecting" ? CONNECTING : OPEN;
    }
  }

  const internal = {}; // begins the arguments of a constructor called from here
  const toCode = integer(16, false, "clamp");
  let slotsOf, isWebSocket;
  class WebSocket extends EventTarget {
    #slots;
    constructor(url, protocols = []) {
      const context = "Failed to construct 'WebSocket'";
      required(arguments.length, 1, context);
      super();
      if (url === internal) {
        this.#slots = protocols;
      } else {
        url = USVString(url, `${context}: 1st argument`);
        this.#slots = connect(url, toProtocols(protocols, `${context}: 2nd argument`));
      }
      this.#slots.object = this;
    }
    get url() { return this.#slots.url; }
    get readyState() { return this.#slots.readyState; }
    get bufferedAmount() { return bufferedAmount(this.#slots); }
    get extensions() {
      this.#slots; // checks the receiver
      return "";
    }
    get protocol() { return this.#slots.protocol; }
    get binaryType() { return this.#slots.binaryType; }
    set binaryType(value) {
      const slots = this.#slots;
      value = `${value}`;
      if (value === "blob" || value === "arraybuffer") slots.binaryType = value;
    }
    accept(options = undefined) {
      accept(this.#slots, options);
    }
    close(code = undefined, reason = undefined) {
      const slots = this.#slots;
      if (code !== undefined) code = toCode(code, "WebSocket.close: 1st argument");
      if (reason !== undefined) reason = USVString(reason, "WebSocket.close: 2nd argument");
      close(slots, code, reason);
    }
    send(data) {
      const slots = this.#slots;
      required(arguments.length, 1, "WebSocket.send");
      send(slots, toMessage(data));
    }
    static {
      slotsOf = (socket) => socket.#slots;
      isWebSocket = (value) => isObject(value) && #slots in value;
    }
  }
  for (const type of ["open", "error", "close", "message"]) handlerAttribute(WebSocket.prototype, type);
  expose(WebSocket, { CONNECTING, OPEN, CLOSING, CLOSED });

  const newSocket = (slots) => new WebSocket(internal, slots);

  // Making a connection

  const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  function toProtocols(value, context) {
    const method = isObject(value) ? value[Symbol.iterator] : undefined;
    const list = method == null ? [DOMString(value, context)] : sequenceFrom(value, method, DOMString, context);
    const seen = new Set(list.map((protocol) => protocol.toLowerCase()));
    if (seen.size !== list.length) throw host.domException(`${context}: a protocol is there twice`, "SyntaxError");
    for (const protocol of list) {
      if (!token.test(protocol)) throw host.domException(`${context}: "${protocol}" is not the name of a protocol`, "SyntaxError");
    }
    return list;
  }

  // toWebSocketURL is "get a WebSocket URL record".
  function toWebSocketURL(text) {
    const { URL } = load("07_url");
    const base = ops.op_location();
    const url = base === "" ? URL.parse(text) : URL.parse(text, base);
    if (url === null) throw host.domException(`Invalid URL: ${JSON.stringify(text)}`, "SyntaxError");
    if (url.protocol === "http:") url.protocol = "ws:";
    if (url.protocol === "https:") url.protocol = "wss:";
    if (url.protocol !== "ws:" && url.protocol !== "wss:") {
      throw host.domException(`The scheme of a WebSocket's URL is ws: or wss:, not ${url.protocol}`, "SyntaxError");
    }
    if (url.href.includes("#")) throw host.domException("A WebSocket's URL has no fragment", "SyntaxError");
    return url;
  }

  // connect is "establish a WebSocket connection", of the constructor.
  function connect(text, protocols) {
    const { href, origin } = toWebSocketURL(text);
    requireHandler();
    const slots = new SocketSlots(href, origin, "connecting");
    const { Connection } = load("36_socket");
    const connection = new Connection(`WebSocket to ${href}`, (message) => receive(slots, message));
    connection.opened = ({ status, headerList }) => opened(slots, status, headerList, protocols);
    slots.far = connection;
    connection.open(href, protocols, []);
    return slots;
  }
  function opened(slots, status, headerList, protocols) {
    if (slots.closedOutgoing) return; // by close(): the end is to come
    const protocol = load("32_headers").getFrom(headerList, "sec-websocket-protocol") ?? "";
    if (status !== 101) return fail(slots, `the server answered the handshake with status ${status}`);
    if (protocols.length > 0 && protocol === "") return fail(slots, "the server has none of the protocols");
    slots.state = "accepted";
    slots.protocol = protocol;
    fire(slots.object, new Event("open"));
  }

  // dial is a handshake by fetch: the caller gets opened({status, headerList, body,
  // webSocket}), where webSocket is null unless status is 101, or failed(problem).
  function dial(url, headerList, opened, failed) {
    const slots = new SocketSlots("", "", "awaiting");
    let isOpen = false;
    const { Connection } = load("36_socket");
    const connection = new Connection(`WebSocket to ${url}`, (message) => (isOpen ? receive(slots, message) : failed(message.problem)));
    connection.opened = (head) => {
      isOpen = head.status === 101;
      slots.protocol = load("32_headers").getFrom(head.headerList, "sec-websocket-protocol") ?? "";
      opened({ ...head, webSocket: isOpen ? newSocket(slots) : null });
    };
    slots.far = connection;
    connection.open(url, [], headerList);
    return connection;
  }

  // fail is "fail the WebSocket connection", for a handshake that is not as it should be.
  function fail(slots, problem) {
    slots.closedOutgoing = true;
    slots.far.close(1002, "");
    receive(slots, { type: "close", code: 1006, reason: "", problem });
  }

  // Sending

  // toMessage converts to a string or an ArrayBuffer that nobody else has.
  function toMessage(data) {
    if (isArrayBuffer(data) || ArrayBuffer.isView(data)) return bytesOf(data).slice().buffer;
    if (host.loaded("30_blob") && load("30_blob").isBlob(data)) return load("30_blob").blobBytes(data).slice().buffer;
    return USVString(data, "WebSocket.send: 1st argument");
  }
  function send(slots, data) {
    if (slots.state === "connecting") throw host.domException("WebSocket.send: it is still connecting", "InvalidStateError");
    if (slots.closedOutgoing && !slots.standard) throw new TypeError("Can't call WebSocket send() after close().");
    if (slots.closedOutgoing || slots.state === "released") {
      slots.unsent += typeof data === "string" ? utf8Encode(data).byteLength : data.byteLength;
      return;
    }
    requireAccepted(slots);
    slots.far.send(data);
  }
  const bufferedAmount = ({ far, unsent }) => unsent + (far?.bufferedAmount ?? 0);

  function requireAccepted(slots) {
    if (slots.state === "awaiting") throw new TypeError("You must call accept() on this WebSocket before sending messages.");
  }

  // Closing

  function close(slots, code, reason) {
    if (slots.standard) checkStandard(code, reason);
    if (slots.closedOutgoing || slots.state === "released") return;
    if (!slots.standard) checkWorkers(code, reason);
    requireAccepted(slots);
    slots.closedOutgoing = true;
    slots.far.close(code ?? (reason === undefined ? 1005 : 1000), reason ?? "");
  }
  function checkStandard(code, reason) {
    if (code !== undefined && code !== 1000 && (code < 3000 || code > 4999)) {
      throw host.domException(`WebSocket.close: the code is 1000 or in the range 3000 to 4999, not ${code}`, "InvalidAccessError");
    }
    checkReason(reason);
  }
  function checkWorkers(code, reason) {
    if (code !== undefined && (code < 1000 || code > 4999 || code === 1015 || (code >= 1004 && code <= 1006))) {
      throw new TypeError(`Invalid WebSocket close code: ${code}.`);
    }
    if (reason !== undefined && code === undefined) {
      throw new TypeError("If you specify a WebSocket close reason, you must also specify a code.");
    }
    checkReason(reason);
  }
  function checkReason(reason) {
    if (reason !== undefined && utf8Encode(reason).byteLength > 123) {
      throw host.domException("WebSocket.close: the reason is longer than 123 bytes", "SyntaxError");
    }
  }

  // Receiving

  // receive takes what comes for a socket: see Connection of 36_socket.
  function receive(slots, message) {
    slots.inbox.push({ message, next: undefined });
    if (slots.state !== "awaiting") deliver(slots);
  }
  function deliver(slots) {
    const { message } = slots.inbox.shift();
    if (slots.state === "released") slots.forward(message);
    else if (message.type === "message") receiveMessage(slots, message.data);
    else receiveClose(slots, message);
  }
  // deliverAll is for when the socket is no longer awaiting.
  function deliverAll(slots) {
    for (let i = slots.inbox.length; i > 0; i--) queueTask("WebSocket.send", () => deliver(slots));
  }
  function receiveMessage(slots, data) {
    if (slots.closedIncoming || (slots.standard && slots.closedOutgoing)) return;
    if (typeof data !== "string" && slots.binaryType === "blob") {
      const { ByteSequence } = load("20_byte_sequence");
      data = load("30_blob").createBlob(new ByteSequence([new Uint8Array(data)]), "");
    }
    fire(slots.object, new MessageEvent("message", { data, origin: slots.origin }));
  }
  function receiveClose(slots, { code, reason, problem }) {
    if (slots.closedIncoming) return;
    slots.closedIncoming = true;
    if (!slots.closedOutgoing && (problem !== "" || !slots.allowHalfOpen)) {
      slots.closedOutgoing = true;
      if (problem === "") slots.far.close(code, reason);
    }
    if (problem !== "") reportProblem(slots, problem);
    fire(slots.object, new CloseEvent("close", { code, reason, wasClean: problem === "" }));
  }
  function reportProblem(slots, problem) {
    const message = slots.url === "" ? `the WebSocket broke off: ${problem}` : `WebSocket to ${slots.url}: ${problem}`;
    fire(slots.object, new ErrorEvent("error", { message, error: new Error(message) }));
  }

  // What Workers add

  function accept(slots, options) {
    if (options != null && !isObject(options)) throw new TypeError("WebSocket.accept: 1st argument: is not an object");
    const allowHalfOpen = !!options?.allowHalfOpen;
    if (slots.state === "connecting") throw new TypeError("Websockets obtained from the 'new WebSocket()' constructor cannot call accept");
    if (slots.state === "released") throw new TypeError("Can't accept() WebSocket that was already used in a response.");
    if (slots.state === "accepted") return;
    slots.state = "accepted";
    slots.allowHalfOpen = allowHalfOpen;
    deliverAll(slots);
  }
  // A PairEnd is far of one end of a pair: it gives what it is sent to the other one.
  class PairEnd {
    constructor(other) {
      this.other = other;
    }
    send(data) {
      queueTask("WebSocket.send", () => receive(this.other, { type: "message", data }));
    }
    close(code, reason) {
      queueTask("WebSocket.close", () => receive(this.other, { type: "close", code, reason, problem: "" }));
    }
    get bufferedAmount() {
      return 0;
    }
  }

  class WebSocketPair {
    constructor() {
      const [client, server] = [new SocketSlots("", "", "awaiting"), new SocketSlots("", "", "awaiting")];
      client.far = new PairEnd(server);
      server.far = new PairEnd(client);
      this[0] = newSocket(client);
      this[1] = newSocket(server);
    }
    [Symbol.iterator]() {
      return [this[0], this[1]][Symbol.iterator]();
    }
  }
  expose(WebSocketPair);

  // couple has a connection to the network take the place of a socket that goes
  // out with a Response: what comes from one goes to the other. It returns the connection.
  function couple(socket) {
    const slots = slotsOf(socket);
    const refuse = (what) => {
      throw new TypeError(`Can't return WebSocket ${what}.`);
    };
    if (slots.standard) refuse("in a Response if it was created with `new WebSocket()`");
    if (slots.state === "released") refuse("that was already used in a response");
    if (slots.state === "accepted") refuse("in a Response after calling accept()");
    const { Connection } = load("36_socket");
    const connection = new Connection("the WebSocket of a response", (message) => pass(message, slots.far));
    slots.state = "released";
    slots.forward = (message) => pass(message, connection);
    deliverAll(slots);
    return connection;
  }
  // pass sends on what came. No frame can say that a connection broke off.
  function pass(message, far) {
    if (far instanceof PairEnd) receive(far.other, message); // a task is running
    else if (message.type === "message") far.send(message.data);
    else if (message.problem === "") far.close(message.code, message.reason);
    else far.close(1011, "");
  }

  host.webSocket = { is: isWebSocket };

  return { WebSocket, WebSocketPair, isWebSocket, couple, dial };
});
