package worker_test

import (
	"encoding/json"
	"strings"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// globalScopeCrypto is what workerd 1.20261117.1 does with these operations at the
// top level: it rejects those that draw from the source of getRandomValues.
var globalScopeCrypto = map[string]bool{
	`generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"])`:                      true,
	`generateKey({ name: "HMAC", hash: "SHA-1" }, true, ["sign"])`:                          true,
	`generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"])`:                   false,
	`generateKey("Ed25519", true, ["sign"])`:                                                false,
	`importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"])`:                  false,
	`importKey("raw", new Uint8Array(8), { name: "HMAC", hash: "SHA-1" }, false, ["sign"])`: false,
}

func TestGlobalScopeCrypto(t *testing.T) {
	var names []string
	text := `const { subtle } = crypto, top = {}, handler = {};
		const attempt = async (out, key, f) => { try { await f(); out[key] = "" } catch (error) { out[key] = String(error) } };
		const all = (out) => Promise.all([`
	for expression := range globalScopeCrypto {
		names = append(names, expression)
		text += "attempt(out, `" + expression + "`, () => subtle." + expression + "),\n"
	}
	text += `]); all(top);
		__host.module = { default: { async fetch() { await all(handler); return Response.json({ top, handler }) } } };`
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, err := worker.Start(t.Context(), worker.Config{Web: lib, Source: isolate.Source{Name: "worker.js", Text: text}})
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		var got struct{ Top, Handler map[string]string }
		_, body := get(t, i, "/")
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		for _, name := range names {
			thrown, done := got.Top[name]
			if refused := strings.HasPrefix(thrown, "Error: "+disallowed); !done || refused != globalScopeCrypto[name] || !refused && thrown != "" {
				t.Errorf("%s at the top level: %q (%t), refused: want %t", name, thrown, done, globalScopeCrypto[name])
			}
			if thrown, done := got.Handler[name]; !done || thrown != "" {
				t.Errorf("%s in a handler: %q (%t)", name, thrown, done)
			}
		}
	})
}

// TestSnapshotKeys holds that keys which an app's top level imports are in its snapshot.
func TestSnapshotKeys(t *testing.T) {
	src := app(`(() => {
		const { subtle } = crypto;
		const secret = new TextEncoder().encode("secret");
		const hmac = subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
		const rsa = subtle.generateKey(
			{ name: "RSA-PSS", modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" }, false, ["sign", "verify"]);
		const digest = new crypto.DigestStream("SHA-1");
		const writer = digest.getWriter();
		const written = writer.write(secret);
		return { default: { async fetch() {
			const signature = await subtle.sign("HMAC", await hmac, secret);
			const { privateKey, publicKey } = await rsa;
			const pss = { name: "RSA-PSS", saltLength: 8 };
			const verified = await subtle.verify(pss, publicKey, await subtle.sign(pss, privateKey, secret), secret);
			await written;
			if (!writer.done) await writer.close();
			writer.done = true;
			const first = (buffer) => new Uint8Array(buffer)[0];
			return new Response([first(signature), verified, first(await digest.digest)].join());
		} } };
	})()`)
	const want = "33,true,229"
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		cfg := worker.Config{Web: lib, Source: src}
		for _, stage := range []worker.Stage{worker.StageBase, worker.StageWarm} {
			s := take(t, cfg, stage)
			for range 2 {
				i := startFrom(t, cfg, s)
				if _, body := get(t, i, "/"); body != want {
					t.Errorf("%s: %q, want %q", stage, body, want)
				}
				if left := i.Left(); left != (loop.Counts{}) {
					t.Errorf("%s: left: %v", stage, left)
				}
			}
		}
	})
}

// TestSnapshotKeyPending takes a snapshot while an RSA key is generated.
func TestSnapshotKeyPending(t *testing.T) {
	src := app(`(() => {
		crypto.subtle.generateKey(
			{ name: "RSA-PSS", modulusLength: 4096, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" }, false, ["sign"]);
		return { default: { fetch() {} } };
	})()`)
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		_, err := worker.TakeSnapshot(t.Context(), worker.Config{Web: lib, Source: src}, worker.StageEvaluated, nil)
		if err == nil || !strings.Contains(err.Error(), "crypto.subtle.generateKey") {
			t.Errorf("error = %v, want that of a key that is pending", err)
		}
	})
}
