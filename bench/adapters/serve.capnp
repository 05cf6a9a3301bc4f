using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .app)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const app :Workerd.Worker = (
  modules = [(name = "app.mjs", esModule = embed "app.mjs")],
  compatibilityDate = "2026-07-01",
);
