// 38_event_source: EventSource.
// Spec: https://html.spec.whatwg.org/multipage/server-sent-events.html#the-eventsource-interface
//       https://developers.cloudflare.com/workers/runtime-apis/eventsource/
// Deviations: withCredentials does nothing, since there are no cookies. from, which
// reads a stream that is there already, is of Workers.
"use strict";
__host.define("38_event_source", (host) => {
  const { load } = host;
  const { required, boolean, USVString, dictionary, illegal, expose } = load("01_webidl");
  const { isGlobalScope } = load("02_global_scope");
  const { EventTarget, Event, fire } = load("03_event");
  const { MessageEvent } = load("03_event_carrier");
  const { handlerAttribute } = load("03_event_handler");
  const { TextDecoder } = load("06_encoding");
  const { URL, parseURL } = load("07_url");
  const { parseMIMEType } = load("29_mime_type");
  const { Request } = load("34_request");
  const { startFetch } = load("37_fetch");
  const { EventStreamParser } = load("38_event_parser");
  const { queueMicrotask } = load("20_promise");
  const { isReadableStream, acquireReader, readChunk, cancel } = load("21_readable_stream");

  const CONNECTING = 0, OPEN = 1, CLOSED = 2;
  const toInit = dictionary([{ key: "withCredentials", convert: boolean, default: false }]);

  let stateOf;
  class EventSource extends EventTarget {
    #state;
    constructor(url, eventSourceInitDict = {}) {
      const context = "Failed to construct 'EventSource'";
      required(arguments.length, 1, context);
      super();
      if (url === illegal) {
        this.#state = new EventStream(this, null, false);
        return;
      }
      url = USVString(url, `${context}: 1st argument`);
      const { withCredentials } = toInit(eventSourceInitDict, `${context}: 2nd argument`);
      requireRequest();
      this.#state = new EventStream(this, toURL(url, context), withCredentials);
      this.#state.connect();
    }
    static from(stream) {
      required(arguments.length, 1, "EventSource.from");
      if (!isReadableStream(stream)) throw new TypeError("EventSource.from: 1st argument: is not a ReadableStream");
      requireRequest();
      const reader = acquireReader(stream);
      const source = new EventSource(illegal);
      stateOf(source).announce(stream, reader, "");
      return source;
    }
    get url() { return this.#state.url ?? ""; }
    get withCredentials() { return this.#state.withCredentials; }
    get readyState() { return this.#state.readyState; }
    close() { this.#state.close(); }
    static {
      stateOf = (source) => source.#state;
    }
  }
  for (const type of ["open", "message", "error"]) handlerAttribute(EventSource.prototype, type);
  expose(EventSource, { CONNECTING, OPEN, CLOSED });

  function requireRequest() {
    if (!isGlobalScope()) return;
    throw host.domException("An EventSource can only be created within the context of a worker request.", "NotSupportedError");
  }
  function toURL(url, context) {
    try {
      return parseURL(url).href;
    } catch {
      throw host.domException(`${context}: "${url}" is not a URL`, "SyntaxError");
    }
  }

  // An EventStream is the connection of an EventSource.
  class EventStream {
    constructor(source, url, withCredentials) {
      this.source = source;
      this.url = url; // null for a stream that is not fetched
      this.withCredentials = withCredentials;
      this.readyState = CONNECTING;
      this.reconnectionTime = 3000; // milliseconds
      this.lastEventId = "";
      this.stop = () => {}; // ends the fetch, or cancels the stream
    }
    connect() {
      const headers = { accept: "text/event-stream" };
      if (this.lastEventId !== "") headers["last-event-id"] = utf8Header(this.lastEventId);
      const request = new Request(this.url, { cache: "no-store", headers });
      const params = startFetch(request, (response) => this.processResponse(response), () => this.reestablish());
      this.stop = () => params.abort(closed());
    }
    processResponse(response) {
      if (this.readyState === CLOSED) return;
      const type = parseMIMEType(response.headers.get("content-type") ?? "");
      if (response.status !== 200 || type?.essence !== "text/event-stream") {
        return this.fail();
      }
      const { body, url } = response;
      this.announce(body, acquireReader(body), new URL(url).origin);
    }
    // announce is "announce the connection", and reads the stream.
    announce(stream, reader, origin) {
      if (this.url === null) this.stop = () => void cancel(stream, closed()).catch(() => {});
      host.setTimeout(() => {
        if (this.readyState === CLOSED) return;
        this.readyState = OPEN;
        fire(this.source, new Event("open"));
        this.read(reader, origin);
      }, 0);
    }
    read(reader, origin) {
      const decoder = new TextDecoder();
      const parser = new EventStreamParser(
        this.lastEventId,
        (type, data, lastEventId) => this.dispatch(type, data, lastEventId, origin),
        (time) => void (this.reconnectionTime = time),
      );
      const next = () => {
        if (this.readyState !== CLOSED) readChunk(reader, request);
      };
      const request = {
        next: undefined, // for Queue
        chunkSteps: (chunk) => {
          if (!(chunk instanceof Uint8Array)) return this.fail();
          queueMicrotask(() => { // not in the middle of what enqueued it
            parser.push(decoder.decode(chunk, { stream: true }));
            next();
          });
        },
        closeSteps: () => this.reestablish(),
        errorSteps: () => this.reestablish(),
      };
      next();
    }
    dispatch(type, data, lastEventId, origin) {
      this.lastEventId = lastEventId;
      if (data === null || this.readyState === CLOSED) return;
      fire(this.source, new MessageEvent(type === "" ? "message" : type, { data, origin, lastEventId }));
    }
    // reestablish is "reestablish the connection"; a stream that was not fetched is at its end.
    reestablish() {
      if (this.readyState === CLOSED) return;
      if (this.url === null) return this.fail();
      this.readyState = CONNECTING;
      fire(this.source, new Event("error"));
      host.setTimeout(() => {
        if (this.readyState === CONNECTING) this.connect();
      }, this.reconnectionTime);
    }
    // fail is "fail the connection".
    fail() {
      this.close();
      fire(this.source, new Event("error"));
    }
    close() {
      if (this.readyState === CLOSED) return;
      this.readyState = CLOSED;
      this.stop();
    }
  }
  const closed = () => host.domException("The EventSource was closed", "AbortError");
  // utf8Header is a header value whose bytes are the UTF-8 of text.
  const utf8Header = (text) => String.fromCharCode(...load("06_encoding").utf8Encode(text));

  return { EventSource };
});
