package web_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// newScope is an isolate with the Web APIs, in which text has run.
func newScope(t testing.TB, e isolate.Engine, l *loop.Loop, text string, ops ...isolate.Op) isolate.Isolate {
	t.Helper()
	ctx := context.Background()
	layer := web.New(web.NewLibrary(e), web.Config{Loop: l})
	iso, err := e.New(ctx, isolate.Options{Ops: slices.Concat(layer.Ops(), ops)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { iso.Close() })
	if err := layer.Boot(ctx, iso); err != nil {
		t.Fatal(err)
	}
	s, err := e.Compile(ctx, isolate.Source{Name: "test.js", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	if err := iso.Run(ctx, s); err != nil {
		t.Fatal(err)
	}
	return iso
}

// TestPBKDF2Interrupted holds that the end of a context ends a derivation that
// would take hours.
func TestPBKDF2Interrupted(t *testing.T) {
	const text = `
		const key = crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]);
		__host.derive = async () => {
			const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: new Uint8Array(8), iterations: 2 ** 32 - 1 };
			await crypto.subtle.deriveBits(algorithm, await key, 512);
		};`
	for name, e := range engines(t) {
		t.Run(name, func(t *testing.T) {
			iso := newScope(t, e, nil, text)
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			if _, err := iso.Call(ctx, "derive"); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error = %v, want the deadline", err)
			}
		})
	}
}

// TestRSAGenerationOutlived has an isolate closed while a key is generated for it.
func TestRSAGenerationOutlived(t *testing.T) {
	const text = `crypto.subtle.generateKey(
		{ name: "RSA-PSS", modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-1" }, true, ["sign"]);`
	for name, e := range engines(t) {
		t.Run(name, func(t *testing.T) {
			l := loop.New(nil)
			iso := newScope(t, e, l, text)
			if n := l.Counts().Pending + l.Counts().Tasks; n != 1 {
				t.Errorf("%d operations are pending, want 1", n)
			}
			l.Close()
			if err := iso.Close(); err != nil {
				t.Error(err)
			}
			if err := l.Run(t.Context(), nil); !errors.Is(err, loop.ErrClosed) {
				t.Errorf("error = %v, want ErrClosed", err)
			}
		})
	}
}

// FuzzSubtleImportKey imports and exports on every engine, and compares.
func FuzzSubtleImportKey(f *testing.F) {
	const text = `
		const algorithms = [
			"AES-CBC", { name: "HMAC", hash: "SHA-1" }, { name: "RSA-PSS", hash: "SHA-256" }, { name: "RSA-OAEP", hash: "SHA-1" },
			{ name: "ECDSA", namedCurve: "P-256" }, { name: "ECDH", namedCurve: "P-521" }, "Ed25519", "X25519",
		];
		const allowed = ["encrypt", "decrypt", "sign", "verify", "deriveBits"];
		async function outcome(format, algorithm, bytes) {
			const { subtle } = crypto;
			const data = format === "jwk" ? JSON.parse(new TextDecoder().decode(bytes)) : bytes;
			for (const usages of [...allowed.map((usage) => [usage]), []]) {
				try {
					const key = await subtle.importKey(format, data, algorithm, true, usages);
					return key.type + JSON.stringify(key.algorithm) + JSON.stringify(await subtle.exportKey("jwk", key));
				} catch (error) {
					if (error.name !== "SyntaxError") throw error;
				}
			}
			return "no usages";
		}
		__host.tryImport = (format, index, bytes) => {
			outcome(format, algorithms[index % algorithms.length], new Uint8Array(bytes)).then(
				__host.ops.op_test_outcome,
				(error) => __host.ops.op_test_outcome(error.name),
			);
		};`
	formats := []string{"raw", "pkcs8", "spki", "jwk"}
	outcomes := map[string]string{}
	isolates := map[string]isolate.Isolate{}
	for name, e := range engines(f) {
		isolates[name] = newScope(f, e, nil, text, isolate.Op1("op_test_outcome", func(s string) (isolate.None, error) {
			outcomes[name] = s
			return isolate.None{}, nil
		}))
	}
	f.Add(uint8(0), uint8(0), []byte("0123456789abcdef"))
	f.Add(uint8(3), uint8(1), []byte(`{"kty":"oct","k":"AQID","alg":"HS1","use":"sig","key_ops":["sign"],"ext":true}`))
	f.Add(uint8(3), uint8(6), []byte(`{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}`))
	f.Add(uint8(3), uint8(2), []byte(`{"kty":"RSA","n":"3f__","e":"AQAB","oth":[{"r":"a"}]}`))
	f.Add(uint8(0), uint8(7), make([]byte, 32))
	f.Add(uint8(1), uint8(7), append([]byte{0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20}, make([]byte, 32)...))
	f.Fuzz(func(t *testing.T, format, algorithm uint8, data []byte) {
		clear(outcomes)
		for name, iso := range isolates {
			if _, err := iso.Call(t.Context(), "tryImport", formats[format%4], float64(algorithm), data); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if outcomes[name] == "" {
				t.Fatalf("%s: the promise is not settled", name)
			}
		}
		for name, got := range outcomes {
			if goja := outcomes["goja"]; got != goja {
				t.Errorf("%s: %s, but goja: %s", name, got, goja)
			}
		}
	})
}

// BenchmarkDigest is SHA-256 of 10 MB, from call to promise.
func BenchmarkDigest(b *testing.B) {
	const text = `
		const data = new Uint8Array(10 << 20);
		__host.digest = () => { crypto.subtle.digest("SHA-256", data) };`
	for name, e := range engines(b) {
		b.Run(name, func(b *testing.B) {
			iso := newScope(b, e, nil, text)
			b.SetBytes(10 << 20)
			for b.Loop() {
				if _, err := iso.Call(b.Context(), "digest"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
