package web

import (
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"math/big"

	"example.com/thaw/isolate"
)

func rsaKeyOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op1("op_crypto_rsa_import_spki", rsaImportSPKI),
		isolate.Op1("op_crypto_rsa_import_pkcs8", rsaImportPKCS8),
		isolate.Op1("op_crypto_rsa_import_public_jwk", rsaImportPublicJWK),
		isolate.Op1("op_crypto_rsa_import_private_jwk", rsaImportPrivateJWK),
		isolate.Op1("op_crypto_rsa_export_spki", rsaExportSPKI),
		isolate.Op1("op_crypto_rsa_export_pkcs8", rsaExportPKCS8),
		isolate.Op1("op_crypto_rsa_export_public_jwk", rsaExportPublicJWK),
		isolate.Op1("op_crypto_rsa_export_private_jwk", rsaExportPrivateJWK),
		isolate.Op1("op_crypto_rsa_public_key", rsaPublicKey),
		isolate.Op1("op_crypto_rsa_modulus_length", rsaModulusLength),
		isolate.Op1("op_crypto_rsa_public_exponent", rsaPublicExponent),
	}
}

// parseRSAPublic and parseRSAPrivate read what a CryptoKey holds.

func parseRSAPublic(key []byte) (*rsa.PublicKey, error) {
	k, err := x509.ParsePKCS1PublicKey(key)
	return k, operationError("RSA key", err)
}

func parseRSAPrivate(key []byte) (*rsa.PrivateKey, error) {
	k, err := x509.ParsePKCS1PrivateKey(key)
	return k, operationError("RSA key", err)
}

// rsaPublicKey is the public half of a private key.
func rsaPublicKey(private []byte) ([]byte, error) {
	key, err := parseRSAPrivate(private)
	if err != nil {
		return nil, err
	}
	return x509.MarshalPKCS1PublicKey(&key.PublicKey), nil
}

// rsaModulusLength is in bits.
func rsaModulusLength(public []byte) (float64, error) {
	key, err := parseRSAPublic(public)
	if err != nil {
		return 0, err
	}
	return float64(key.N.BitLen()), nil
}

// rsaPublicExponent is a BigInteger of Web Cryptography: big-endian, without
// leading zeros.
func rsaPublicExponent(public []byte) ([]byte, error) {
	key, err := parseRSAPublic(public)
	if err != nil {
		return nil, err
	}
	return exponentBytes(key), nil
}

func exponentBytes(key *rsa.PublicKey) []byte { return big.NewInt(int64(key.E)).Bytes() }

func rsaImportSPKI(der []byte) ([]byte, error) {
	parsed, err := x509.ParsePKIXPublicKey(der)
	key, ok := parsed.(*rsa.PublicKey)
	if err == nil && !ok {
		err = errors.New("not of RSA")
	}
	if err != nil {
		return nil, dataError("RSA public key", err)
	}
	return x509.MarshalPKCS1PublicKey(key), nil
}

func rsaImportPKCS8(der []byte) ([]byte, error) {
	if _, err := parsePKCS8(der); err != nil {
		return nil, dataError("RSA private key", err)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	key, ok := parsed.(*rsa.PrivateKey)
	switch {
	case err == nil && !ok:
		err = errors.New("not of RSA")
	case err == nil && len(key.Primes) != 2:
		err = errors.New("it has more than two primes")
	}
	if err != nil {
		return nil, dataError("RSA private key", err)
	}
	return x509.MarshalPKCS1PrivateKey(key), nil
}

func rsaExportSPKI(public []byte) ([]byte, error) {
	key, err := parseRSAPublic(public)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKIXPublicKey(key)
	return der, operationError("RSA public key", err)
}

func rsaExportPKCS8(private []byte) ([]byte, error) {
	key, err := parseRSAPrivate(private)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	return der, operationError("RSA private key", err)
}

func rsaExportPublicJWK(public []byte) (string, error) {
	key, err := parseRSAPublic(public)
	if err != nil {
		return "", err
	}
	return publicRSAToJWK(key).encode()
}

func publicRSAToJWK(key *rsa.PublicKey) jwk {
	return jwk{Kty: "RSA", N: encodeBase64URL(key.N.Bytes()), E: encodeBase64URL(exponentBytes(key))}
}

func rsaExportPrivateJWK(private []byte) (string, error) {
	key, err := parseRSAPrivate(private)
	if err != nil {
		return "", err
	}
	k := publicRSAToJWK(&key.PublicKey)
	p := key.Precomputed
	for member, value := range map[*string]*big.Int{
		&k.D: key.D, &k.P: key.Primes[0], &k.Q: key.Primes[1], &k.DP: p.Dp, &k.DQ: p.Dq, &k.QI: p.Qinv,
	} {
		*member = encodeBase64URL(value.Bytes())
	}
	return k.encode()
}

// rsaImportPublicJWK is RFC 7518, section 6.3.1.
func rsaImportPublicJWK(text string) ([]byte, error) {
	k, err := decodeJWK(text)
	if err != nil {
		return nil, dataError("RSA JWK", err)
	}
	key, err := k.rsaPublic()
	if err != nil {
		return nil, dataError("RSA JWK", err)
	}
	return x509.MarshalPKCS1PublicKey(key), nil
}

// rsaImportPrivateJWK is RFC 7518, section 6.3.2.
func rsaImportPrivateJWK(text string) ([]byte, error) {
	k, err := decodeJWK(text)
	if err != nil {
		return nil, dataError("RSA JWK", err)
	}
	key, err := k.rsaPrivate()
	if err != nil {
		return nil, dataError("RSA JWK", err)
	}
	return x509.MarshalPKCS1PrivateKey(key), nil
}

func (k *jwk) rsaPublic() (*rsa.PublicKey, error) {
	n, err := decodeBigInt("n", k.N)
	if err != nil {
		return nil, err
	}
	e, err := decodeBigInt("e", k.E)
	if err != nil {
		return nil, err
	}
	if e.BitLen() > 31 || e.Bit(0) == 0 || e.Cmp(big.NewInt(1)) == 0 {
		return nil, errors.New(`"e" is no public exponent: want an odd number from 3 to 2^31-1`)
	}
	return &rsa.PublicKey{N: n, E: int(e.Int64())}, nil
}

// rsaPrivate wants the members that RFC 7518 lets producers leave out: without
// the primes, a key can't be exported.
func (k *jwk) rsaPrivate() (*rsa.PrivateKey, error) {
	public, err := k.rsaPublic()
	if err != nil {
		return nil, err
	}
	var n [6]*big.Int
	members := []struct{ name, text string }{{"d", k.D}, {"p", k.P}, {"q", k.Q}, {"dp", k.DP}, {"dq", k.DQ}, {"qi", k.QI}}
	for i, m := range members {
		if n[i], err = decodeBigInt(m.name, m.text); err != nil {
			return nil, err
		}
	}
	key := &rsa.PrivateKey{PublicKey: *public, D: n[0], Primes: n[1:3]}
	key.Precomputed.Dp, key.Precomputed.Dq, key.Precomputed.Qinv = n[3], n[4], n[5]
	key.Precompute()
	return key, key.Validate()
}
