package web

import (
	"crypto/rand"
	"fmt"
	"io"
	"slices"
	"sync"

	"example.com/thaw/isolate"
)

// The ops of Web Cryptography keep no state. A key is bytes that its CryptoKey
// holds in the isolate's heap, and which each op is given, so that keys are in
// snapshots and nothing has to be freed. These bytes are the secret itself for
// secret keys, PKCS #1 for those of RSA, and what the curve types say for others.
//
// What the random values of an instance make reproducible is Config.Random's:
// random bytes, UUIDs, and generated keys but for RSA's. RSA keys, signatures and
// encryption with RSA always use the system's generator, since package rsa does.

func (l *Layer) cryptoOps() []isolate.Op {
	return append([]isolate.Op{
		isolate.Op1("op_crypto_random", l.cryptoRandom),
		isolate.Op0("op_crypto_uuid", l.cryptoUUID),
		isolate.Op3("op_crypto_rsa_generate", l.rsaGenerate),
		isolate.Op1("op_crypto_curve_generate", l.curveGenerate),
	}, statelessCryptoOps()...)
}

// statelessCryptoOps are shared by all layers.
var statelessCryptoOps = sync.OnceValue(func() []isolate.Op {
	return slices.Concat(
		digestOps(), hmacOps(), aesOps(), rsaOps(), rsaKeyOps(), curveOps(), ecOps(), okpOps(), derivationOps(), jwkOps(),
	)
})

// cryptoRandom is n random bytes; n is at most 65536.
func (l *Layer) cryptoRandom(n float64) ([]byte, error) {
	if !(n >= 0 && n <= 65536) {
		return nil, isolate.Throw("QuotaExceededError", "crypto: %v random bytes, want at most 65536", n)
	}
	b := make([]byte, int(n))
	if _, err := io.ReadFull(l.cfg.Random, b); err != nil {
		return nil, fmt.Errorf("web: source of random bytes: %w", err)
	}
	return b, nil
}

// cryptoUUID is a version 4 UUID (RFC 9562, section 5.4).
func (l *Layer) cryptoUUID() (string, error) {
	b, err := l.cryptoRandom(16)
	if err != nil {
		return "", err
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]), nil
}

// operationError says that an operation failed because of err, if it did.
func operationError(what string, err error) error {
	if err == nil {
		return nil
	}
	return isolate.Throw("OperationError", "%s: %v", what, err)
}

// dataError says that what is no valid key because of err, if it is not nil.
func dataError(what string, err error) error {
	if err == nil {
		return nil
	}
	return isolate.Throw("DataError", "%s: %v", what, err)
}

// systemRandom is what signatures and encryption draw from.
var systemRandom = rand.Reader
