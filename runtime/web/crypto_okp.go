package web

import (
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"

	"filippo.io/edwards25519"

	"example.com/thaw/isolate"
)

func okpOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op2("op_crypto_ed25519_sign", ed25519Sign),
		isolate.Op3("op_crypto_ed25519_verify", ed25519Verify),
	}
}

// Keys of both curves are 32 bytes (RFC 8032 and 7748), and are encoded as
// RFC 8410 and 8037 say.
const okpSize = 32

func okpGenerate(random io.Reader) ([]byte, error) {
	private := make([]byte, okpSize)
	_, err := io.ReadFull(random, private)
	return private, err
}

func okpBytes(key []byte) ([]byte, error) {
	if len(key) != okpSize {
		return nil, fmt.Errorf("a key is %d bytes, want %d", len(key), okpSize)
	}
	return key, nil
}

// okpRaw copies, since what an op returns must not alias what it was given.
func okpRaw(key []byte) ([]byte, error) {
	key, err := okpBytes(key)
	return append([]byte(nil), key...), err
}

func okpIdentified(a pkix.AlgorithmIdentifier, oid asn1.ObjectIdentifier) bool {
	return a.Algorithm.Equal(oid) && len(a.Parameters.FullBytes) == 0
}

func okpToJWK(curve string, public []byte) jwk {
	return jwk{Kty: "OKP", Crv: curve, X: encodeBase64URL(public)}
}

// An okpJWK reads the keys of both curves.
type okpJWK struct{}

func (okpJWK) fromJWK(k *jwk) ([]byte, error)     { return decodeFixed("x", k.X, okpSize) }
func (okpJWK) scalarOfJWK(k *jwk) ([]byte, error) { return decodeFixed("d", k.D, okpSize) }

type ed25519Curve struct{ okpJWK }

var oidEd25519 = asn1.ObjectIdentifier{1, 3, 101, 112}

func (ed25519Curve) generate(random io.Reader) ([]byte, error) { return okpGenerate(random) }

func (ed25519Curve) publicOf(private []byte) ([]byte, error) {
	seed, err := okpBytes(private)
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey), nil
}

func (ed25519Curve) privateKey(private []byte) (any, error) {
	seed, err := okpBytes(private)
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

func (ed25519Curve) privateBytes(key any) ([]byte, error) {
	k, ok := key.(ed25519.PrivateKey)
	if !ok {
		return nil, errors.New("not of Ed25519")
	}
	return k.Seed(), nil
}

func (ed25519Curve) publicKey(public []byte) (any, error) {
	key, err := okpBytes(public)
	return ed25519.PublicKey(key), err
}

func (ed25519Curve) importRaw(public []byte) ([]byte, error) { return okpRaw(public) }

func (ed25519Curve) identifies(a pkix.AlgorithmIdentifier) bool { return okpIdentified(a, oidEd25519) }

func (ed25519Curve) toJWK(public []byte) jwk { return okpToJWK("Ed25519", public) }

func ed25519Sign(private, data []byte) ([]byte, error) {
	seed, err := okpBytes(private)
	if err != nil {
		return nil, operationError("Ed25519", err)
	}
	return ed25519.Sign(ed25519.NewKeyFromSeed(seed), data), nil
}

// ed25519Verify refuses points of small order, too, which RFC 8032 leaves open
// and Web Cryptography does not.
func ed25519Verify(public, signature, data []byte) (bool, error) {
	if len(public) != okpSize || len(signature) != ed25519.SignatureSize {
		return false, nil
	}
	if hasSmallOrder(public) || hasSmallOrder(signature[:okpSize]) {
		return false, nil
	}
	return ed25519.Verify(public, data, signature), nil
}

// hasSmallOrder is true of what is no point of the curve, too.
func hasSmallOrder(encoded []byte) bool {
	p, err := new(edwards25519.Point).SetBytes(encoded)
	return err != nil || p.MultByCofactor(p).Equal(edwards25519.NewIdentityPoint()) == 1
}

type x25519Curve struct{ okpJWK }

var oidX25519 = asn1.ObjectIdentifier{1, 3, 101, 110}

func (x25519Curve) generate(random io.Reader) ([]byte, error) { return okpGenerate(random) }

func (x25519Curve) publicOf(private []byte) ([]byte, error) {
	key, err := ecdh.X25519().NewPrivateKey(private)
	if err != nil {
		return nil, err
	}
	return key.PublicKey().Bytes(), nil
}

func (x25519Curve) privateKey(private []byte) (any, error) {
	return ecdh.X25519().NewPrivateKey(private)
}

func (x25519Curve) privateBytes(key any) ([]byte, error) {
	k, ok := key.(*ecdh.PrivateKey)
	if !ok || k.Curve() != ecdh.X25519() {
		return nil, errors.New("not of X25519")
	}
	return k.Bytes(), nil
}

func (x25519Curve) publicKey(public []byte) (any, error) {
	return ecdh.X25519().NewPublicKey(public)
}

func (x25519Curve) importRaw(public []byte) ([]byte, error) { return okpRaw(public) }

func (x25519Curve) identifies(a pkix.AlgorithmIdentifier) bool { return okpIdentified(a, oidX25519) }

func (x25519Curve) toJWK(public []byte) jwk { return okpToJWK("X25519", public) }
