package web

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"
	"math/big"
	"sync"

	"example.com/thaw/isolate"
)

func ecOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op4("op_crypto_ecdsa_sign", ecdsaSign),
		isolate.Op5("op_crypto_ecdsa_verify", ecdsaVerify),
		isolate.Op3("op_crypto_ecdh", ecdhSecret),
	}
}

// An ecCurve is a curve of NIST's.
type ecCurve struct {
	elliptic.Curve
	ecdh ecdh.Curve
	oid  asn1.ObjectIdentifier
}

// ecCurves are the curves by their names in Web Cryptography. To make them takes a
// while, so that a process that signs nothing does without.
var ecCurves = sync.OnceValue(func() map[string]ecCurve {
	return map[string]ecCurve{
		"P-256": {elliptic.P256(), ecdh.P256(), asn1.ObjectIdentifier{1, 2, 840, 10045, 3, 1, 7}},
		"P-384": {elliptic.P384(), ecdh.P384(), asn1.ObjectIdentifier{1, 3, 132, 0, 34}},
		"P-521": {elliptic.P521(), ecdh.P521(), asn1.ObjectIdentifier{1, 3, 132, 0, 35}},
	}
})

// oidECPublicKey is id-ecPublicKey of RFC 5480.
var oidECPublicKey = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}

func ecCurveOf(name string) (ecCurve, error) {
	c, ok := ecCurves()[name]
	if !ok {
		return c, isolate.Throw("NotSupportedError", "crypto: no elliptic curve %q", name)
	}
	return c, nil
}

// size is that of a coordinate, and of a scalar.
func (c ecCurve) size() int { return (c.Params().BitSize + 7) / 8 }

// generate draws candidates until one is below the order of the curve (FIPS
// 186-5, appendix A.2.2).
func (c ecCurve) generate(random io.Reader) ([]byte, error) {
	private := make([]byte, c.size())
	for range 64 { // a source that needs more is broken
		if _, err := io.ReadFull(random, private); err != nil {
			return nil, err
		}
		private[0] &= 0xff >> (8*len(private) - c.Params().BitSize)
		if _, err := ecdsa.ParseRawPrivateKey(c.Curve, private); err == nil {
			return private, nil
		}
	}
	return nil, errors.New("the source of random bytes gives no key")
}

func (c ecCurve) publicOf(private []byte) ([]byte, error) {
	key, err := ecdsa.ParseRawPrivateKey(c.Curve, private)
	if err != nil {
		return nil, err
	}
	return key.PublicKey.Bytes()
}

func (c ecCurve) privateKey(private []byte) (any, error) {
	return ecdsa.ParseRawPrivateKey(c.Curve, private)
}

func (c ecCurve) privateBytes(key any) ([]byte, error) {
	k, ok := key.(*ecdsa.PrivateKey)
	if !ok {
		return nil, errors.New("not of an elliptic curve")
	}
	return k.Bytes()
}

func (c ecCurve) publicKey(public []byte) (any, error) {
	return ecdsa.ParseUncompressedPublicKey(c.Curve, public)
}

// importRaw takes compressed points, too.
func (c ecCurve) importRaw(public []byte) ([]byte, error) {
	n := c.size()
	if len(public) == 1+n && (public[0] == 2 || public[0] == 3) {
		x, y := elliptic.UnmarshalCompressed(c.Curve, public)
		if x == nil {
			return nil, errors.New("the point is not on the curve")
		}
		public = make([]byte, 1+2*n)
		public[0] = 4
		x.FillBytes(public[1 : 1+n])
		y.FillBytes(public[1+n:])
	}
	key, err := ecdsa.ParseUncompressedPublicKey(c.Curve, public)
	if err != nil {
		return nil, err
	}
	return key.Bytes()
}

func (c ecCurve) identifies(a pkix.AlgorithmIdentifier) bool {
	var oid asn1.ObjectIdentifier
	err := unmarshalExactly(a.Parameters.FullBytes, &oid)
	return a.Algorithm.Equal(oidECPublicKey) && err == nil && oid.Equal(c.oid)
}

// toJWK is RFC 7518, section 6.2.1.
func (c ecCurve) toJWK(public []byte) jwk {
	n := c.size()
	return jwk{Kty: "EC", Crv: c.Params().Name, X: encodeBase64URL(public[1 : 1+n]), Y: encodeBase64URL(public[1+n:])}
}

func (c ecCurve) fromJWK(k *jwk) ([]byte, error) {
	x, err := decodeFixed("x", k.X, c.size())
	if err != nil {
		return nil, err
	}
	y, err := decodeFixed("y", k.Y, c.size())
	if err != nil {
		return nil, err
	}
	return c.importRaw(append(append([]byte{4}, x...), y...))
}

func (c ecCurve) scalarOfJWK(k *jwk) ([]byte, error) { return decodeFixed("d", k.D, c.size()) }

// ecdsaSign is r and s, each of the size of a scalar (IEEE P1363).
func ecdsaSign(curve, algorithm string, private, data []byte) ([]byte, error) {
	c, err := ecCurveOf(curve)
	if err != nil {
		return nil, err
	}
	h, err := hashOf(algorithm)
	if err != nil {
		return nil, err
	}
	key, err := ecdsa.ParseRawPrivateKey(c.Curve, private)
	if err != nil {
		return nil, operationError("ECDSA", err)
	}
	der, err := ecdsa.SignASN1(systemRandom, key, digestOf(h, data))
	if err != nil {
		return nil, operationError("ECDSA", err)
	}
	signature, err := fixedSignature(der, c.size())
	return signature, operationError("ECDSA", err)
}

// An ecdsaSignature is Ecdsa-Sig-Value of RFC 3279, section 2.2.3.
type ecdsaSignature struct{ R, S *big.Int }

// fixedSignature takes r and s from a DER signature.
func fixedSignature(der []byte, size int) ([]byte, error) {
	var sig ecdsaSignature
	if err := unmarshalExactly(der, &sig); err != nil {
		return nil, fmt.Errorf("signature: %w", err)
	}
	out := make([]byte, 2*size)
	sig.R.FillBytes(out[:size])
	sig.S.FillBytes(out[size:])
	return out, nil
}

func ecdsaVerify(curve, algorithm string, public, signature, data []byte) (bool, error) {
	c, err := ecCurveOf(curve)
	if err != nil {
		return false, err
	}
	h, err := hashOf(algorithm)
	if err != nil {
		return false, err
	}
	key, err := ecdsa.ParseUncompressedPublicKey(c.Curve, public)
	if err != nil {
		return false, operationError("ECDSA", err)
	}
	n := c.size()
	if len(signature) != 2*n {
		return false, nil
	}
	r, s := new(big.Int).SetBytes(signature[:n]), new(big.Int).SetBytes(signature[n:])
	der, err := asn1.Marshal(ecdsaSignature{r, s})
	if err != nil {
		return false, operationError("ECDSA", err)
	}
	return ecdsa.VerifyASN1(key, digestOf(h, data), der), nil
}

// ecdhSecret is the x coordinate of the shared point (RFC 6090, section 4), or
// the result of the function X25519 (RFC 7748, section 5).
func ecdhSecret(curve string, private, public []byte) ([]byte, error) {
	c := ecdh.X25519()
	if curve != "X25519" {
		ec, err := ecCurveOf(curve)
		if err != nil {
			return nil, err
		}
		c = ec.ecdh
	}
	key, err := c.NewPrivateKey(private)
	if err != nil {
		return nil, operationError("private key", err)
	}
	peer, err := c.NewPublicKey(public)
	if err != nil {
		return nil, operationError("public key", err)
	}
	secret, err := key.ECDH(peer)
	return secret, operationError(curve, err)
}
