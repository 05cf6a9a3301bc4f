// 38_crypto_digest: SHA-1, SHA-256, SHA-384 and SHA-512.
// Spec: https://w3c.github.io/webcrypto/#sha
// Deviations: there is MD5, too, as in Workers, but for digests only.
"use strict";
__host.define("38_crypto_digest", ({ ops, load }) => {
  const { digests } = load("36_crypto_algorithm");
  const algorithms = { __proto__: null };
  for (const name of ["MD5", ...digests]) {
    algorithms[name] = { digest: { steps: (algorithm, data) => ops.op_crypto_digest(name, data) } };
  }
  return { algorithms };
});
