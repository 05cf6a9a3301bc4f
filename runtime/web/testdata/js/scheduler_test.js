test("wait", async () => {
  const start = Date.now();
  equal(await scheduler.wait(1000), undefined);
  ok(Date.now() - start >= 0);
  await rejects("TypeError", scheduler.wait());
  await rejects("TypeError", scheduler.wait(1, { signal: 1 }));
});
test("wait with a signal", async () => {
  const controller = new AbortController();
  const waiting = scheduler.wait(1e9, { signal: controller.signal });
  controller.abort();
  await rejects("AbortError", waiting);
  await rejects("AbortError", scheduler.wait(1, { signal: AbortSignal.abort() }));
  await scheduler.wait(1, { signal: new AbortController().signal });
});
