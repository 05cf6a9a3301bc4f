test("messages are tasks: after microtasks, in order", async () => {
  const order = [];
  const { port1, port2 } = new MessageChannel();
  const all = new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      order.push(data);
      queueMicrotask(() => order.push(`after ${data}`));
      if (data === 2) resolve();
    };
  });
  port2.postMessage(1);
  port2.postMessage(2);
  queueMicrotask(() => order.push("microtask"));
  order.push("sync");
  await all;
  await null;
  same(order, ["sync", "microtask", 1, "after 1", 2, "after 2"]);
});
test("messages without end do not keep a timer from running", async () => {
  const { port1, port2 } = new MessageChannel();
  let stop = false;
  port1.onmessage = () => stop || port1.postMessage(0);
  port2.onmessage = () => stop || port2.postMessage(0);
  port1.postMessage(0);
  await new Promise((resolve) => setTimeout(resolve));
  stop = true;
});
