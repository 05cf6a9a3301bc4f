package web

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"encoding/binary"
	"errors"
	"math/big"
)

// rsaPSSSign signs with a salt of saltLength bytes (RFC 8017, section 8.1).
func rsaPSSSign(algorithm string, private []byte, saltLength float64, data []byte) ([]byte, error) {
	h, key, err := hashAndKey(algorithm, private, parseRSAPrivate)
	if err != nil {
		return nil, err
	}
	digest := digestOf(h, data)
	var signature []byte
	if saltLength == 0 {
		signature, err = signPSSWithoutSalt(key, h, digest)
	} else {
		signature, err = rsa.SignPSS(systemRandom, key, h, digest, pssOptions(saltLength))
	}
	return signature, operationError("RSA-PSS", err)
}

func rsaPSSVerify(algorithm string, public []byte, saltLength float64, signature, data []byte) (bool, error) {
	h, key, err := hashAndKey(algorithm, public, parseRSAPublic)
	if err != nil {
		return false, err
	}
	digest := digestOf(h, data)
	if saltLength == 0 {
		return verifyPSSWithoutSalt(key, h, digest, signature), nil
	}
	return rsa.VerifyPSS(key, h, digest, signature, pssOptions(saltLength)) == nil, nil
}

// pssOptions is for a salt length that is not zero, by which package rsa
// understands the longest one for signatures and any for verification.
func pssOptions(saltLength float64) *rsa.PSSOptions {
	return &rsa.PSSOptions{SaltLength: int(saltLength)}
}

// Without a salt the encoded message is the same for all signatures of a digest,
// so that a signature is verified by comparison.

// signPSSWithoutSalt takes a time that depends on the key, which package rsa
// avoids: it is for an app that insists.
func signPSSWithoutSalt(key *rsa.PrivateKey, h crypto.Hash, digest []byte) ([]byte, error) {
	em, err := encodePSSWithoutSalt(h, digest, key.N.BitLen()-1)
	if err != nil {
		return nil, err
	}
	s := new(big.Int).Exp(new(big.Int).SetBytes(em), key.D, key.N)
	return s.FillBytes(make([]byte, key.Size())), nil
}

func verifyPSSWithoutSalt(key *rsa.PublicKey, h crypto.Hash, digest, signature []byte) bool {
	em, err := encodePSSWithoutSalt(h, digest, key.N.BitLen()-1)
	s := new(big.Int).SetBytes(signature)
	if err != nil || len(signature) != key.Size() || s.Cmp(key.N) >= 0 {
		return false
	}
	m := s.Exp(s, big.NewInt(int64(key.E)), key.N)
	return m.BitLen() <= 8*len(em) && bytes.Equal(m.FillBytes(make([]byte, len(em))), em)
}

// encodePSSWithoutSalt is EMSA-PSS-ENCODE (RFC 8017, section 9.1.1).
func encodePSSWithoutSalt(h crypto.Hash, digest []byte, bits int) ([]byte, error) {
	em := make([]byte, (bits+7)/8)
	dbLen := len(em) - h.Size() - 1
	if dbLen < 1 {
		return nil, errors.New("the key is too short for the digest")
	}
	hash := digestOf(h, append(make([]byte, 8), digest...))
	db := em[:dbLen]
	db[dbLen-1] = 1
	maskMGF1(h, hash, db)
	db[0] &= 0xff >> (8*len(em) - bits)
	copy(em[dbLen:], hash)
	em[len(em)-1] = 0xbc
	return em, nil
}

// maskMGF1 XORs the mask of a seed over b (RFC 8017, appendix B.2.1).
func maskMGF1(h crypto.Hash, seed, b []byte) {
	for counter := uint32(0); len(b) > 0; counter++ {
		mask := digestOf(h, binary.BigEndian.AppendUint32(bytes.Clone(seed), counter))
		n := min(len(mask), len(b))
		for i := range n {
			b[i] ^= mask[i]
		}
		b = b[n:]
	}
}
