package web

import (
	"crypto/hmac"

	"example.com/thaw/isolate"
)

func hmacOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op3("op_crypto_hmac_sign", hmacSign),
		isolate.Op4("op_crypto_hmac_verify", hmacVerify),
	}
}

// hmacSign is the MAC of data (FIPS 198-1).
func hmacSign(algorithm string, key, data []byte) ([]byte, error) {
	h, err := hashOf(algorithm)
	if err != nil {
		return nil, err
	}
	mac := hmac.New(h.New, key)
	mac.Write(data)
	return mac.Sum(nil), nil
}

func hmacVerify(algorithm string, key, signature, data []byte) (bool, error) {
	mac, err := hmacSign(algorithm, key, data)
	return err == nil && hmac.Equal(mac, signature), err
}
