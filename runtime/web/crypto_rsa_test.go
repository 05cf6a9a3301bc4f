package web

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/thaw/isolate"
)

// rsaTestKey is of an odd length, which the last byte of an encoded message shows.
var rsaTestKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 1031) })

func rsaTestKeys(t testing.TB) (private, public []byte) {
	t.Helper()
	key, err := rsaTestKey()
	if err != nil {
		t.Fatal(err)
	}
	return x509.MarshalPKCS1PrivateKey(key), x509.MarshalPKCS1PublicKey(&key.PublicKey)
}

func TestRSAPSS(t *testing.T) {
	private, public := rsaTestKeys(t)
	data := []byte("to sign")
	for _, salt := range []float64{0, 1, 20, 32} {
		for algorithm := range hashes {
			signature, err := rsaPSSSign(algorithm, private, salt, data)
			if err != nil {
				if algorithm == "SHA-512" && salt == 32 {
					continue // does not fit the key
				}
				t.Fatal(err)
			}
			for _, other := range []float64{0, 1, 20, 32} {
				if ok, err := rsaPSSVerify(algorithm, public, other, signature, data); ok != (salt == other) || err != nil {
					t.Errorf("%s: salt of %v verified with one of %v: %t, %v", algorithm, salt, other, ok, err)
				}
			}
			if ok, _ := rsaPSSVerify(algorithm, public, salt, signature, []byte("other")); ok {
				t.Errorf("%s: other data verified with a salt of %v", algorithm, salt)
			}
		}
	}
}

// TestPSSWithoutSalt compares with package rsa, which can tell the length of a salt.
func TestPSSWithoutSalt(t *testing.T) {
	for _, bits := range []int{1024, 1025, 1032} {
		key, err := rsa.GenerateKey(rand.Reader, bits)
		if err != nil {
			t.Fatal(err)
		}
		h := hashes["SHA-256"]
		digest := digestOf(h, []byte("data"))
		signature, err := signPSSWithoutSalt(key, h, digest)
		if err != nil {
			t.Fatal(err)
		}
		if err := rsa.VerifyPSS(&key.PublicKey, h, digest, signature, &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthAuto}); err != nil {
			t.Errorf("%d bits: %v", bits, err)
		}
		if !verifyPSSWithoutSalt(&key.PublicKey, h, digest, signature) {
			t.Errorf("%d bits: not verified", bits)
		}
		tooLarge := new(big.Int).Add(new(big.Int).SetBytes(signature), key.N)
		for what, bad := range map[string][]byte{
			"short": signature[1:], "long": append([]byte{0}, signature...), "empty": nil, "not below the modulus": tooLarge.Bytes(),
		} {
			if verifyPSSWithoutSalt(&key.PublicKey, h, digest, bad) {
				t.Errorf("%d bits: %s signature is verified", bits, what)
			}
		}
	}
}

func TestRSAPrivateKeyRefuses(t *testing.T) {
	for _, tt := range []struct {
		bits     float64
		exponent int64
		want     string
	}{
		{2048, 3, "65537"},
		{2048, 0, "65537"},
		{8193, 65537, "8192"},
		{512, 65537, "512"},
		{0, 65537, ""},
	} {
		_, err := rsaPrivateKey(tt.bits, big.NewInt(tt.exponent))
		if ex := new(isolate.Exception); !errors.As(err, &ex) || ex.Class != "OperationError" || !strings.Contains(ex.Message, tt.want) {
			t.Errorf("%v bits, exponent %d: error = %v, want an OperationError about %s", tt.bits, tt.exponent, err, tt.want)
		}
	}
}

// TestRSAFormats takes a key out and in again in each format.
func TestRSAFormats(t *testing.T) {
	private, public := rsaTestKeys(t)
	trip := func(what string, key []byte, err error, want []byte) {
		t.Helper()
		if err != nil || !bytes.Equal(key, want) {
			t.Errorf("%s: %x, %v, want %x", what, key, err, want)
		}
	}
	der, _ := rsaExportSPKI(public)
	got, err := rsaImportSPKI(der)
	trip("spki", got, err, public)
	der, _ = rsaExportPKCS8(private)
	got, err = rsaImportPKCS8(der)
	trip("pkcs8", got, err, private)
	text, _ := rsaExportPublicJWK(public)
	got, err = rsaImportPublicJWK(text)
	trip("public jwk", got, err, public)
	text, _ = rsaExportPrivateJWK(private)
	got, err = rsaImportPrivateJWK(text)
	trip("private jwk", got, err, private)
	got, err = rsaPublicKey(private)
	trip("public key", got, err, public)
}

func TestRSAImportRefuses(t *testing.T) {
	private, public := rsaTestKeys(t)
	pkcs8, _ := rsaExportPKCS8(private)
	spki, _ := rsaExportSPKI(public)
	jwk, _ := rsaExportPrivateJWK(private)
	curve, _ := curveExportPKCS8(ed25519Curve{}, make([]byte, 32))
	point, _ := curveExportSPKI(ed25519Curve{}, make([]byte, 32))
	for what, err := range map[string]error{
		"trailing data after pkcs8": second(rsaImportPKCS8(append(slices.Clip(pkcs8), 0))),
		"trailing data after spki":  second(rsaImportSPKI(append(slices.Clip(spki), 0))),
		"pkcs8 of a curve":          second(rsaImportPKCS8(curve)),
		"spki of a curve":           second(rsaImportSPKI(point)),
		"no d":                      second(rsaImportPrivateJWK(strings.Replace(jwk, `"d"`, `"D_"`, 1))),
		"dp of another key":         second(rsaImportPrivateJWK(strings.Replace(jwk, `"dp":"`, `"dp":"A`, 1))),
		"even exponent":             second(rsaImportPublicJWK(`{"n":"AQAB","e":"AA4"}`)),
		"no base64url":              second(rsaImportPublicJWK(`{"n":"AQ+B","e":"AQAB"}`)),
	} {
		if ex := new(isolate.Exception); !errors.As(err, &ex) || ex.Class != "DataError" {
			t.Errorf("%s: error = %v, want a DataError", what, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }
