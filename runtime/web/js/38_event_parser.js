// 38_event_parser: the text/event-stream format.
// Spec: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
// Deviations: the last event ID begins with that of the stream before, as in browsers.
"use strict";
__host.define("38_event_parser", () => {
  // An EventStreamParser calls dispatch(type, data, lastEventId), type "" for none and data
  // null for no event, and retry(milliseconds).
  class EventStreamParser {
    constructor(lastEventId, dispatch, retry) {
      this.lastEventId = lastEventId;
      this.dispatch = dispatch;
      this.retry = retry;
      this.type = "";
      this.data = "";
      this.parts = []; // of the line that has not ended
      this.afterCR = false; // a line feed that comes first belongs to the last line's end
    }
    // push takes the next part of the decoded stream.
    push(text) {
      if (text === "") return;
      let start = this.afterCR && text[0] === "\n" ? 1 : 0;
      this.afterCR = false;
      const end = /\r\n|\n|\r/g;
      end.lastIndex = start;
      for (let match = end.exec(text); match !== null; match = end.exec(text)) {
        this.parts.push(text.slice(start, match.index));
        start = match.index + match[0].length;
        this.afterCR = match[0] === "\r" && start === text.length;
        const line = this.parts.length === 1 ? this.parts[0] : this.parts.join("");
        this.parts = [];
        this.processLine(line);
      }
      if (start < text.length) this.parts.push(text.slice(start));
    }
    processLine(line) {
      if (line === "") return this.dispatchEvent();
      const colon = line.indexOf(":");
      if (colon === 0) return; // a comment
      if (colon < 0) return this.processField(line, "");
      this.processField(line.slice(0, colon), line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1));
    }
    processField(field, value) {
      if (field === "event") this.type = value;
      else if (field === "data") this.data += `${value}\n`;
      else if (field === "id" && !value.includes("\0")) this.lastEventId = value;
      else if (field === "retry" && /^[0-9]+$/.test(value)) this.retry(Number(value));
    }
    dispatchEvent() {
      const { type, data } = this;
      this.type = this.data = "";
      this.dispatch(type, data === "" ? null : data.slice(0, -1), this.lastEventId);
    }
  }
  return { EventStreamParser };
});
