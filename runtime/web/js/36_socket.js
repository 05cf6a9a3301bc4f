// 36_socket: WebSocket connections to the network, over the host.
// Spec: https://www.rfc-editor.org/rfc/rfc6455
// Deviations: no extension is negotiated.
"use strict";
__host.define("36_socket", (host) => {
  const { ops } = host;
  const connections = new Map(); // id -> Connection, until it is closed or was dropped
  let lastId = 0;
  host.live.push(() => Array.from(connections.values(), ({ what, origin }) => ({ What: what, Stack: origin, Pending: true })));

  // A Connection calls receive({type: "message", data}) with a string or an
  // ArrayBuffer, and at its end, once, receive({type: "close", code, reason,
  // problem}), where problem is "" if the peer has closed it. opened({status,
  // headerList, body}) tells of the answer to a handshake, which is the end of the
  // connection if status is not 101; body is an ArrayBuffer, and short.
  class Connection {
    constructor(what, receive) {
      this.id = ++lastId;
      this.what = what;
      this.origin = host.origin();
      this.receive = receive;
      this.opened = undefined;
      connections.set(this.id, this);
    }
    // open begins the handshake of a client.
    open(url, protocols, headerList) {
      ops.op_socket_open(this.id, url, protocols.join(", "), headerList.join("\n"));
    }
    send(data) {
      ops.op_socket_send(this.id, data);
    }
    // close sends a close frame; code 1005 stands for none.
    close(code, reason) {
      ops.op_socket_close(this.id, code, reason);
    }
    get bufferedAmount() {
      return ops.op_socket_buffered(this.id);
    }
  }

  host.socketOpened = function socketOpened(id, status, headers, body) {
    const connection = connections.get(id);
    if (connection === undefined) return;
    if (status !== 101) connections.delete(id);
    connection.opened({ status, headerList: headers === "" ? [] : headers.split("\n"), body });
  };
  host.socketMessage = function socketMessage(id, data) {
    connections.get(id)?.receive({ type: "message", data });
  };
  host.socketClosed = function socketClosed(id, code, reason, problem) {
    const connection = connections.get(id);
    if (connections.delete(id)) connection.receive({ type: "close", code, reason, problem });
  };
  // socketDropped is told that the host has given up a connection.
  host.socketDropped = function socketDropped(id) {
    connections.delete(id);
  };

  return { Connection };
});
