package web

import (
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"strings"
)

// matchIntegrity is "do bytes match metadataList?" of Subresource Integrity: only
// the strongest of the algorithms that the metadata names counts. Metadata that names
// none holds for everything.
func matchIntegrity(metadata string, body []byte) (bool, error) {
	strongest, digests := 0, [][]byte(nil)
	for item := range strings.FieldsSeq(metadata) {
		expression, _, _ := strings.Cut(item, "?")
		algorithm, text, _ := strings.Cut(expression, "-")
		strength := integrityStrength(algorithm)
		if strength == 0 || strength < strongest {
			continue
		}
		if strength > strongest {
			strongest, digests = strength, nil
		}
		digests = append(digests, integrityDigest(text))
	}
	if strongest == 0 {
		return true, nil
	}
	actual := integrityHash(strongest, body)
	for _, digest := range digests {
		if subtle.ConstantTimeCompare(digest, actual) == 1 {
			return true, nil
		}
	}
	return false, nil
}

func integrityStrength(algorithm string) int {
	switch strings.ToLower(algorithm) {
	case "sha256":
		return 256
	case "sha384":
		return 384
	case "sha512":
		return 512
	}
	return 0
}

func integrityHash(strength int, body []byte) []byte {
	switch strength {
	case 256:
		sum := sha256.Sum256(body)
		return sum[:]
	case 384:
		sum := sha512.Sum384(body)
		return sum[:]
	default:
		sum := sha512.Sum512(body)
		return sum[:]
	}
}

// integrityDigest is nil, which no digest equals, for what is no base64. Both
// alphabets are allowed.
func integrityDigest(text string) []byte {
	text = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(text), "=")
	digest, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return digest
}
