package web

import (
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"io"

	"example.com/thaw/isolate"
)

func (l *Layer) cryptoOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op1("op_crypto_random", l.cryptoRandom),
		isolate.Op0("op_crypto_uuid", l.cryptoUUID),
		isolate.Op2("op_crypto_digest", cryptoDigest),
	}
}

// cryptoRandom is n random bytes; n is at most 65536.
func (l *Layer) cryptoRandom(n float64) ([]byte, error) {
	if n < 0 || n > 65536 {
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

// cryptoDigest is the digest of data by an algorithm of Web Cryptography, whose
// name is in the standard's upper case.
func cryptoDigest(algorithm string, data []byte) ([]byte, error) {
	switch algorithm {
	case "SHA-1":
		sum := sha1.Sum(data)
		return sum[:], nil
	case "SHA-256":
		sum := sha256.Sum256(data)
		return sum[:], nil
	case "SHA-384":
		sum := sha512.Sum384(data)
		return sum[:], nil
	case "SHA-512":
		sum := sha512.Sum512(data)
		return sum[:], nil
	}
	return nil, isolate.Throw("NotSupportedError", "crypto.subtle.digest: no algorithm %q", algorithm)
}
