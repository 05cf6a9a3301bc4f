counter = 0; // a script is sloppy

addEventListener("fetch", (event) => event.respondWith("mark:" + ++counter));
