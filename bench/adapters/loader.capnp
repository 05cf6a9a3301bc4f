using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .dispatcher)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const dispatcher :Workerd.Worker = (
  modules = [
    (name = "loader.mjs", esModule = embed "loader.mjs"),
    (name = "code.txt", text = embed "app.mjs"),
  ],
  compatibilityDate = "2026-07-01",
  bindings = [(name = "LOADER", workerLoader = ())],
);
