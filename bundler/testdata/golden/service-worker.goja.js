(() => {
  // index.js
  counter = 0;
  addEventListener("fetch", (event) => event.respondWith("mark:" + ++counter));
})();
