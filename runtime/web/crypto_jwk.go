package web

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"example.com/thaw/isolate"
)

func jwkOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op1("op_crypto_base64url_encode", func(b []byte) (string, error) { return encodeBase64URL(b), nil }),
		isolate.Op1("op_crypto_base64url_decode", func(text string) ([]byte, error) {
			b, err := decodeBase64URL("k", text)
			return b, dataError("JWK", err)
		}),
	}
}

// A jwk is the key material of a JSON Web Key (RFC 7517, 7518 and 8037), with
// its type. Other members, and those of secret keys, are JavaScript's.
type jwk struct {
	Crv string `json:"crv,omitempty"`
	D   string `json:"d,omitempty"`
	DP  string `json:"dp,omitempty"`
	DQ  string `json:"dq,omitempty"`
	E   string `json:"e,omitempty"`
	Kty string `json:"kty,omitempty"`
	N   string `json:"n,omitempty"`
	P   string `json:"p,omitempty"`
	Q   string `json:"q,omitempty"`
	QI  string `json:"qi,omitempty"`
	X   string `json:"x,omitempty"`
	Y   string `json:"y,omitempty"`
}

func (k jwk) encode() (string, error) {
	text, err := json.Marshal(k)
	return string(text), operationError("JWK", err)
}

func decodeJWK(text string) (*jwk, error) {
	k := new(jwk)
	if err := json.Unmarshal([]byte(text), k); err != nil {
		return nil, err
	}
	return k, nil
}

func encodeBase64URL(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// decodeBase64URL decodes a member (RFC 7515, appendix C).
func decodeBase64URL(name, text string) ([]byte, error) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil && strings.ContainsAny(text, "\r\n") { // which the decoder skips
		err = errors.New("it has a line break")
	}
	if err != nil {
		return nil, fmt.Errorf("%q is not encoded as base64url: %w", name, err)
	}
	return b, nil
}

// decodeBigInt decodes a member that is a positive integer.
func decodeBigInt(name, text string) (*big.Int, error) {
	b, err := decodeBase64URL(name, text)
	if err != nil {
		return nil, err
	}
	n := new(big.Int).SetBytes(b)
	if n.Sign() == 0 {
		return nil, fmt.Errorf("%q is missing or zero", name)
	}
	return n, nil
}
