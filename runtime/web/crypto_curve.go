package web

import (
	"bytes"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"

	"example.com/thaw/isolate"
)

// A keyCurve is what the keys of ECDSA, ECDH, Ed25519 and X25519 are of. A
// private key is the scalar or seed, of fixed length; a public key is the point, which
// for an elliptic curve is uncompressed (SEC 1, section 2.3.3).
type keyCurve interface {
	generate(random io.Reader) (private []byte, err error)
	publicOf(private []byte) (public []byte, err error)

	// The keys as package x509 has them.
	privateKey(private []byte) (any, error)
	privateBytes(key any) (private []byte, err error)
	publicKey(public []byte) (any, error)

	importRaw(public []byte) ([]byte, error)        // a public key in any encoding
	identifies(pkix.AlgorithmIdentifier) bool       // whether that is of a key on this curve
	toJWK(public []byte) jwk                        // a public key
	fromJWK(k *jwk) (public []byte, err error)      // the public part of a key
	scalarOfJWK(k *jwk) (private []byte, err error) // the private part
}

func curveOf(name string) (keyCurve, error) {
	switch name {
	case "P-256", "P-384", "P-521":
		return ecCurves()[name], nil
	case "Ed25519":
		return ed25519Curve{}, nil
	case "X25519":
		return x25519Curve{}, nil
	}
	return nil, isolate.Throw("NotSupportedError", "crypto: no curve %q", name)
}

func curveOps() []isolate.Op {
	return []isolate.Op{
		curveOp("op_crypto_curve_public_key", keyCurve.publicOf),
		curveOp("op_crypto_curve_import_raw", curveImportRaw),
		curveOp("op_crypto_curve_import_spki", curveImportSPKI),
		curveOp("op_crypto_curve_import_pkcs8", curveImportPKCS8),
		curveOp("op_crypto_curve_import_public_jwk", curveImportPublicJWK),
		curveOp("op_crypto_curve_import_private_jwk", curveImportPrivateJWK),
		curveOp("op_crypto_curve_export_spki", curveExportSPKI),
		curveOp("op_crypto_curve_export_pkcs8", curveExportPKCS8),
		curveOp("op_crypto_curve_export_public_jwk", curveExportPublicJWK),
		curveOp("op_crypto_curve_export_private_jwk", curveExportPrivateJWK),
	}
}

// curveOp makes an op that takes the name of a curve.
func curveOp[A isolate.Arg, R isolate.Result](name string, f func(keyCurve, A) (R, error)) isolate.Op {
	return isolate.Op2(name, func(curve string, a A) (r R, err error) {
		c, err := curveOf(curve)
		if err != nil {
			return r, err
		}
		return f(c, a)
	})
}

// curveGenerate is a new private key.
func (l *Layer) curveGenerate(curve string) ([]byte, error) {
	c, err := curveOf(curve)
	if err != nil {
		return nil, err
	}
	private, err := c.generate(l.cfg.Random)
	return private, operationError(curve, err)
}

func curveImportRaw(c keyCurve, public []byte) ([]byte, error) {
	public, err := c.importRaw(public)
	return public, dataError("public key", err)
}

// curveImportSPKI reads SubjectPublicKeyInfo itself, since package x509 has no
// compressed points.
func curveImportSPKI(c keyCurve, der []byte) ([]byte, error) {
	var spki struct {
		Algorithm        pkix.AlgorithmIdentifier
		SubjectPublicKey asn1.BitString
	}
	err := unmarshalExactly(der, &spki)
	if err == nil && !c.identifies(spki.Algorithm) {
		err = errors.New("of another algorithm or curve")
	}
	if err != nil {
		return nil, dataError("SubjectPublicKeyInfo", err)
	}
	return curveImportRaw(c, spki.SubjectPublicKey.RightAlign())
}

// unmarshalExactly is "parse an ASN.1 structure" with exactData.
func unmarshalExactly(der []byte, structure any) error {
	rest, err := asn1.Unmarshal(der, structure)
	if err == nil && len(rest) > 0 {
		err = errors.New("trailing data")
	}
	return err
}

// A privateKeyInfo is PKCS #8's (RFC 5208, section 5), without its attributes.
type privateKeyInfo struct {
	Version    int
	Algorithm  pkix.AlgorithmIdentifier
	PrivateKey []byte
}

// parsePKCS8 is "parse a privateKeyInfo".
func parsePKCS8(der []byte) (*privateKeyInfo, error) {
	info := new(privateKeyInfo)
	return info, unmarshalExactly(der, info)
}

func curveImportPKCS8(c keyCurve, der []byte) ([]byte, error) {
	private, err := parseCurvePKCS8(c, der)
	return private, dataError("PrivateKeyInfo", err)
}

func parseCurvePKCS8(c keyCurve, der []byte) ([]byte, error) {
	info, err := parsePKCS8(der)
	if err != nil {
		return nil, err
	}
	if !c.identifies(info.Algorithm) {
		return nil, errors.New("of another algorithm or curve")
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, err
	}
	return c.privateBytes(key)
}

func curveImportPublicJWK(c keyCurve, text string) ([]byte, error) {
	k, err := decodeJWK(text)
	if err != nil {
		return nil, dataError("JWK", err)
	}
	public, err := c.fromJWK(k)
	return public, dataError("JWK", err)
}

// curveImportPrivateJWK checks the public part, too.
func curveImportPrivateJWK(c keyCurve, text string) ([]byte, error) {
	public, err := curveImportPublicJWK(c, text)
	if err != nil {
		return nil, err
	}
	k, err := decodeJWK(text)
	if err != nil {
		return nil, dataError("JWK", err)
	}
	private, err := c.scalarOfJWK(k)
	if err != nil {
		return nil, dataError("JWK", err)
	}
	own, err := c.publicOf(private)
	if err == nil && !bytes.Equal(own, public) {
		err = errors.New("the public key is not that of the private key")
	}
	return private, dataError("JWK", err)
}

func curveExportSPKI(c keyCurve, public []byte) ([]byte, error) {
	key, err := c.publicKey(public)
	if err != nil {
		return nil, operationError("public key", err)
	}
	der, err := x509.MarshalPKIXPublicKey(key)
	return der, operationError("public key", err)
}

func curveExportPKCS8(c keyCurve, private []byte) ([]byte, error) {
	key, err := c.privateKey(private)
	if err != nil {
		return nil, operationError("private key", err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	return der, operationError("private key", err)
}

func curveExportPublicJWK(c keyCurve, public []byte) (string, error) {
	if _, err := c.publicKey(public); err != nil {
		return "", operationError("public key", err)
	}
	return c.toJWK(public).encode()
}

func curveExportPrivateJWK(c keyCurve, private []byte) (string, error) {
	public, err := c.publicOf(private)
	if err != nil {
		return "", err
	}
	k := c.toJWK(public)
	k.D = encodeBase64URL(private)
	return k.encode()
}

// decodeFixed decodes a member that is n bytes.
func decodeFixed(name, text string, n int) ([]byte, error) {
	b, err := decodeBase64URL(name, text)
	if err == nil && len(b) != n {
		err = fmt.Errorf("%q is of %d bytes, want %d", name, len(b), n)
	}
	return b, err
}
