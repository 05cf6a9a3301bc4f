package web

import (
	"crypto"
	"crypto/rsa"
	"crypto/x509"
	"math/big"

	"example.com/thaw/isolate"
)

// Limits of RSA keys. Package rsa has the lower one for keys that it generates
// and uses; the upper one bounds how long the generation of a key can take, which
// nothing can interrupt.
const (
	rsaMaxBits  = 8192
	rsaExponent = 65537 // the only one that package rsa generates keys with
)

func rsaOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op3("op_crypto_rsa_pkcs1_sign", rsaPKCS1Sign),
		isolate.Op4("op_crypto_rsa_pkcs1_verify", rsaPKCS1Verify),
		isolate.Op4("op_crypto_rsa_pss_sign", rsaPSSSign),
		isolate.Op5("op_crypto_rsa_pss_verify", rsaPSSVerify),
		isolate.Op4("op_crypto_rsa_oaep_encrypt", rsaOAEPEncrypt),
		isolate.Op4("op_crypto_rsa_oaep_decrypt", rsaOAEPDecrypt),
	}
}

// rsaGenerate generates a private key in the background: see Layer.background.
func (l *Layer) rsaGenerate(id, bits float64, exponent []byte) (isolate.None, error) {
	e := new(big.Int).SetBytes(exponent)
	l.background(id, func() (isolate.Value, error) { return rsaPrivateKey(bits, e) })
	return isolate.None{}, nil
}

// rsaPrivateKey is a new private key.
func rsaPrivateKey(bits float64, exponent *big.Int) (isolate.Value, error) {
	if !exponent.IsInt64() || exponent.Int64() != rsaExponent {
		return nil, isolate.Throw("OperationError", "RSA: keys are generated with the public exponent 65537, not with %v", exponent)
	}
	if bits > rsaMaxBits {
		return nil, isolate.Throw("OperationError", "RSA: a modulus of %v bits is too long, want at most %d", bits, rsaMaxBits)
	}
	key, err := rsa.GenerateKey(systemRandom, int(bits))
	if err != nil {
		return nil, operationError("RSA", err)
	}
	return x509.MarshalPKCS1PrivateKey(key), nil
}

// hashAndKey is what all RSA operations begin with.
func hashAndKey[K any](algorithm string, der []byte, parse func([]byte) (K, error)) (h crypto.Hash, key K, err error) {
	if h, err = hashOf(algorithm); err == nil {
		key, err = parse(der)
	}
	return h, key, err
}

func rsaPKCS1Sign(algorithm string, private, data []byte) ([]byte, error) {
	h, key, err := hashAndKey(algorithm, private, parseRSAPrivate)
	if err != nil {
		return nil, err
	}
	signature, err := rsa.SignPKCS1v15(nil, key, h, digestOf(h, data))
	return signature, operationError("RSASSA-PKCS1-v1_5", err)
}

func rsaPKCS1Verify(algorithm string, public, signature, data []byte) (bool, error) {
	h, key, err := hashAndKey(algorithm, public, parseRSAPublic)
	if err != nil {
		return false, err
	}
	return rsa.VerifyPKCS1v15(key, h, digestOf(h, data), signature) == nil, nil
}

// rsaOAEPEncrypt uses the hash function for the mask, too.
func rsaOAEPEncrypt(algorithm string, public, label, data []byte) ([]byte, error) {
	h, key, err := hashAndKey(algorithm, public, parseRSAPublic)
	if err != nil {
		return nil, err
	}
	out, err := rsa.EncryptOAEP(h.New(), systemRandom, key, data, label)
	return out, operationError("RSA-OAEP", err)
}

func rsaOAEPDecrypt(algorithm string, private, label, data []byte) ([]byte, error) {
	h, key, err := hashAndKey(algorithm, private, parseRSAPrivate)
	if err != nil {
		return nil, err
	}
	out, err := rsa.DecryptOAEP(h.New(), nil, key, data, label)
	return out, operationError("RSA-OAEP", err)
}
