package web

import (
	"bytes"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"testing"

	"example.com/thaw/isolate"
)

var curveNames = []string{"P-256", "P-384", "P-521", "Ed25519", "X25519"}

// TestCurveFormats takes a key out and in again in each format.
func TestCurveFormats(t *testing.T) {
	for _, name := range curveNames {
		t.Run(name, func(t *testing.T) {
			c, err := curveOf(name)
			if err != nil {
				t.Fatal(err)
			}
			private, err := c.generate(rand.Reader)
			if err != nil {
				t.Fatal(err)
			}
			public, err := c.publicOf(private)
			if err != nil {
				t.Fatal(err)
			}
			trip := func(what string, key []byte, err error, want []byte) {
				t.Helper()
				if err != nil || !bytes.Equal(key, want) {
					t.Errorf("%s: %x, %v, want %x", what, key, err, want)
				}
			}
			got, err := curveImportRaw(c, public)
			trip("raw", got, err, public)
			der, _ := curveExportSPKI(c, public)
			got, err = curveImportSPKI(c, der)
			trip("spki", got, err, public)
			der, _ = curveExportPKCS8(c, private)
			got, err = curveImportPKCS8(c, der)
			trip("pkcs8", got, err, private)
			text, _ := curveExportPublicJWK(c, public)
			got, err = curveImportPublicJWK(c, text)
			trip("public jwk", got, err, public)
			text, _ = curveExportPrivateJWK(c, private)
			got, err = curveImportPrivateJWK(c, text)
			trip("private jwk", got, err, private)
			if name[0] == 'P' {
				ec := ecCurves()[name]
				x, y := elliptic.UnmarshalCompressed(ec.Curve, compress(public))
				if x == nil || y == nil {
					t.Fatal("not compressed")
				}
				got, err = curveImportRaw(c, compress(public))
				trip("compressed", got, err, public)
			}
			for _, other := range curveNames {
				if other == name {
					continue
				}
				d, _ := curveOf(other)
				if _, err := curveImportPKCS8(d, der); err == nil {
					t.Errorf("imported as a key of %s", other)
				}
			}
		})
	}
}

// compress makes the compressed form of a point (SEC 1, section 2.3.3).
func compress(point []byte) []byte {
	n := len(point) / 2
	return append([]byte{2 + point[len(point)-1]&1}, point[1:1+n]...)
}

func TestCurveGenerateEnds(t *testing.T) {
	if _, err := ecCurves()["P-256"].generate(zeroReader{}); err == nil {
		t.Error("zero is a private key")
	}
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func FuzzImportKey(f *testing.F) {
	for _, name := range curveNames {
		c, _ := curveOf(name)
		private, _ := c.generate(rand.Reader)
		public, _ := c.publicOf(private)
		pkcs8, _ := curveExportPKCS8(c, private)
		spki, _ := curveExportSPKI(c, public)
		jwk, _ := curveExportPrivateJWK(c, private)
		for _, b := range [][]byte{public, pkcs8, spki, []byte(jwk)} {
			f.Add(b)
		}
	}
	private, public := rsaTestKeys(f)
	pkcs8, _ := rsaExportPKCS8(private)
	spki, _ := rsaExportSPKI(public)
	jwk, _ := rsaExportPrivateJWK(private)
	for _, b := range [][]byte{pkcs8, spki, []byte(jwk)} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		importRSA(t, b)
		for _, name := range curveNames {
			c, _ := curveOf(name)
			importCurve(t, c, b)
		}
	})
}

// importRSA holds that what can be imported can be exported, as what was imported.
func importRSA(t *testing.T, b []byte) {
	for _, get := range []func([]byte) ([]byte, error){rsaImportSPKI, stringOp(rsaImportPublicJWK)} {
		public, err := get(b)
		if refused(t, err) {
			continue
		}
		der, err := rsaExportSPKI(public)
		same(t, public, rsaImportSPKI, der, err)
		text, err := rsaExportPublicJWK(public)
		same(t, public, stringOp(rsaImportPublicJWK), []byte(text), err)
	}
	for _, get := range []func([]byte) ([]byte, error){rsaImportPKCS8, stringOp(rsaImportPrivateJWK)} {
		private, err := get(b)
		if refused(t, err) {
			continue
		}
		der, err := rsaExportPKCS8(private)
		same(t, private, rsaImportPKCS8, der, err)
		text, err := rsaExportPrivateJWK(private)
		same(t, private, stringOp(rsaImportPrivateJWK), []byte(text), err)
	}
}

func importCurve(t *testing.T, c keyCurve, b []byte) {
	on := func(f func(keyCurve, []byte) ([]byte, error)) func([]byte) ([]byte, error) {
		return func(b []byte) ([]byte, error) { return f(c, b) }
	}
	publicJWK := func(b []byte) ([]byte, error) { return curveImportPublicJWK(c, string(b)) }
	privateJWK := func(b []byte) ([]byte, error) { return curveImportPrivateJWK(c, string(b)) }
	for _, get := range []func([]byte) ([]byte, error){on(curveImportRaw), on(curveImportSPKI), publicJWK} {
		public, err := get(b)
		if refused(t, err) {
			continue
		}
		der, err := curveExportSPKI(c, public)
		same(t, public, on(curveImportSPKI), der, err)
		text, err := curveExportPublicJWK(c, public)
		same(t, public, publicJWK, []byte(text), err)
	}
	for _, get := range []func([]byte) ([]byte, error){on(curveImportPKCS8), privateJWK} {
		private, err := get(b)
		if refused(t, err) {
			continue
		}
		der, err := curveExportPKCS8(c, private)
		same(t, private, on(curveImportPKCS8), der, err)
		text, err := curveExportPrivateJWK(c, private)
		same(t, private, privateJWK, []byte(text), err)
	}
}

func stringOp(f func(string) ([]byte, error)) func([]byte) ([]byte, error) {
	return func(b []byte) ([]byte, error) { return f(string(b)) }
}

// refused holds that what is refused is refused with a DataError.
func refused(t *testing.T, err error) bool {
	if ex := new(isolate.Exception); err != nil && (!errors.As(err, &ex) || ex.Class != "DataError") {
		t.Errorf("error = %v, want a DataError", err)
	}
	return err != nil
}

func same(t *testing.T, key []byte, get func([]byte) ([]byte, error), exported []byte, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%x is not exported: %v", key, err)
		return
	}
	if got, err := get(exported); err != nil || !bytes.Equal(got, key) {
		t.Errorf("exported and imported again, %x is %x, %v", key, got, err)
	}
}
