package web

import (
	"crypto"
	"crypto/md5"
	_ "crypto/sha1" // linked for its Hash
	"crypto/sha256"
	_ "crypto/sha512" // linked for its Hash
	"crypto/subtle"
	"encoding"
	"hash"

	"example.com/thaw/isolate"
)

func digestOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op2("op_crypto_digest", cryptoDigest),
		isolate.Op3("op_crypto_digest_update", digestUpdate),
		isolate.Op2("op_crypto_digest_final", digestFinal),
		isolate.Op2("op_crypto_equal", cryptoEqual),
	}
}

// hashes are the digest algorithms of Web Cryptography, by their names.
var hashes = map[string]crypto.Hash{
	"SHA-1":   crypto.SHA1,
	"SHA-256": crypto.SHA256,
	"SHA-384": crypto.SHA384,
	"SHA-512": crypto.SHA512,
}

// hashOf is the hash function of a digest algorithm.
func hashOf(algorithm string) (crypto.Hash, error) {
	h, ok := hashes[algorithm]
	if !ok {
		return 0, isolate.Throw("NotSupportedError", "crypto: no digest algorithm %q", algorithm)
	}
	return h, nil
}

// digestOf is the digest of data by a hash function.
func digestOf(h crypto.Hash, data []byte) []byte {
	d := h.New()
	d.Write(data)
	return d.Sum(nil)
}

// newDigest is hashOf(algorithm).New, and MD5, which Workers have for digests only.
func newDigest(algorithm string) (hash.Hash, error) {
	if algorithm == "MD5" {
		return md5.New(), nil
	}
	h, err := hashOf(algorithm)
	if err != nil {
		return nil, err
	}
	return h.New(), nil
}

// cryptoDigest is the digest of data by an algorithm, in the standard's upper case.
func cryptoDigest(algorithm string, data []byte) ([]byte, error) {
	if algorithm == "SHA-256" { // the common one, without allocating a state
		sum := sha256.Sum256(data)
		return sum[:], nil
	}
	d, err := newDigest(algorithm)
	if err != nil {
		return nil, err
	}
	d.Write(data)
	return d.Sum(nil), nil
}

// digestUpdate adds data to a digest's state, which is empty at first, and
// returns the new state. The state's form is the Go standard library's.
func digestUpdate(algorithm string, state, data []byte) ([]byte, error) {
	d, err := restoreDigest(algorithm, state)
	if err != nil {
		return nil, err
	}
	d.Write(data)
	state, err = d.(encoding.BinaryMarshaler).MarshalBinary()
	return state, operationError("crypto: state of a digest", err)
}

// digestFinal is the digest of what was added to a state.
func digestFinal(algorithm string, state []byte) ([]byte, error) {
	d, err := restoreDigest(algorithm, state)
	if err != nil {
		return nil, err
	}
	return d.Sum(nil), nil
}

func restoreDigest(algorithm string, state []byte) (hash.Hash, error) {
	d, err := newDigest(algorithm)
	if err != nil || len(state) == 0 {
		return d, err
	}
	err = d.(encoding.BinaryUnmarshaler).UnmarshalBinary(state)
	return d, operationError("crypto: state of a digest", err)
}

// cryptoEqual compares bytes of one length in a time that depends only on it.
func cryptoEqual(a, b []byte) (bool, error) {
	return subtle.ConstantTimeCompare(a, b) == 1, nil
}
