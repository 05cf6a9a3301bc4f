package web

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/subtle"
	"encoding/binary"

	"example.com/thaw/isolate"
)

func derivationOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op5("op_crypto_hkdf", hkdfBytes),
		isolate.Op4("op_crypto_pbkdf2_begin", pbkdf2Begin),
		isolate.Op4("op_crypto_pbkdf2_step", pbkdf2Step),
	}
}

// hkdfBytes derives n bytes from key (RFC 5869).
func hkdfBytes(algorithm string, key, salt, info []byte, n float64) ([]byte, error) {
	h, err := hashOf(algorithm)
	if err != nil {
		return nil, err
	}
	if !(n >= 0 && n <= float64(255*h.Size())) {
		return nil, isolate.Throw("OperationError", "HKDF: %v bytes are more than %s derives", n, algorithm)
	}
	out, err := hkdf.Key(h.New, key, salt, string(info), int(n))
	return out, operationError("HKDF", err)
}

// PBKDF2 (RFC 8018, section 5.2) can take minutes. It is done in steps, so that an
// isolate can be interrupted between them. The state of a block of the derived
// key is U, the last of the chain of MACs, followed by T, the sum of all.

// pbkdf2Begin is the state of block number index, counted from 1, after one iteration.
func pbkdf2Begin(algorithm string, password, salt []byte, index float64) ([]byte, error) {
	h, err := hashOf(algorithm)
	if err != nil {
		return nil, err
	}
	mac := hmac.New(h.New, password)
	mac.Write(salt)
	mac.Write(binary.BigEndian.AppendUint32(nil, uint32(index)))
	u := mac.Sum(nil)
	return append(u, u...), nil
}

// pbkdf2Step is the state after n more iterations.
func pbkdf2Step(algorithm string, password, state []byte, n float64) ([]byte, error) {
	h, err := hashOf(algorithm)
	if err != nil {
		return nil, err
	}
	size := h.Size()
	if len(state) != 2*size {
		return nil, isolate.Throw("OperationError", "PBKDF2: the state is of %d bytes, want %d", len(state), 2*size)
	}
	out := append([]byte(nil), state...)
	u, t := out[:size:size], out[size:]
	mac := hmac.New(h.New, password)
	for range int(n) {
		mac.Reset()
		mac.Write(u)
		mac.Sum(u[:0])
		subtle.XORBytes(t, t, u)
	}
	return out, nil
}
