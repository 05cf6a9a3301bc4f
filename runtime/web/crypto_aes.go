package web

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"math/big"

	"example.com/thaw/isolate"
)

func aesOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op3("op_crypto_aes_cbc_encrypt", aesCBCEncrypt),
		isolate.Op3("op_crypto_aes_cbc_decrypt", aesCBCDecrypt),
		isolate.Op4("op_crypto_aes_ctr", aesCTR),
		isolate.Op5("op_crypto_aes_gcm_encrypt", aesGCMEncrypt),
		isolate.Op5("op_crypto_aes_gcm_decrypt", aesGCMDecrypt),
		isolate.Op2("op_crypto_aes_wrap", aesKeyWrap),
		isolate.Op2("op_crypto_aes_unwrap", aesKeyUnwrap),
	}
}

// newAES is the block cipher of a key, and what a mode needs: a first block.
func newAES(key, first []byte) (cipher.Block, error) {
	block, err := aes.NewCipher(key)
	if err == nil && len(first) != aes.BlockSize {
		err = errors.New("the counter or initialization vector is not of 16 bytes")
	}
	return block, operationError("AES", err)
}

// aesCBCEncrypt pads data as PKCS #7 says (RFC 2315, section 10.3).
func aesCBCEncrypt(key, iv, data []byte) ([]byte, error) {
	block, err := newAES(key, iv)
	if err != nil {
		return nil, err
	}
	padding := aes.BlockSize - len(data)%aes.BlockSize
	out := make([]byte, len(data)+padding)
	copy(out, data)
	for i := len(data); i < len(out); i++ {
		out[i] = byte(padding)
	}
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(out, out)
	return out, nil
}

func aesCBCDecrypt(key, iv, data []byte) ([]byte, error) {
	block, err := newAES(key, iv)
	if err != nil {
		return nil, err
	}
	if len(data) == 0 || len(data)%aes.BlockSize != 0 {
		return nil, isolate.Throw("OperationError", "AES-CBC: %d bytes are not whole blocks", len(data))
	}
	out := make([]byte, len(data))
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(out, data)
	padding := int(out[len(out)-1])
	if padding == 0 || padding > aes.BlockSize {
		return nil, isolate.Throw("OperationError", "AES-CBC: the padding is wrong")
	}
	for _, b := range out[len(out)-padding:] {
		if int(b) != padding {
			return nil, isolate.Throw("OperationError", "AES-CBC: the padding is wrong")
		}
	}
	return out[:len(out)-padding], nil
}

// aesCTR encrypts, which is to decrypt, with a counter in the last bits of a
// block (NIST SP 800-38A, appendix B.1). When the counter wraps, the other bits
// stay; data that would repeat a block is refused.
func aesCTR(key, counter []byte, bits float64, data []byte) ([]byte, error) {
	block, err := newAES(key, counter)
	if err != nil {
		return nil, err
	}
	if !(bits >= 1 && bits <= 128) {
		return nil, isolate.Throw("OperationError", "AES-CTR: the counter has %v bits, want 1 to 128", bits)
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	start := new(big.Int).SetBytes(counter)
	count := new(big.Int).Mod(start, modulus)
	blocks := big.NewInt(int64((len(data) + aes.BlockSize - 1) / aes.BlockSize))
	if blocks.Cmp(modulus) > 0 {
		return nil, isolate.Throw("OperationError", "AES-CTR: %d bytes are more than a counter of %v bits is for", len(data), bits)
	}
	out := make([]byte, len(data))
	split := len(data) // where the counter is zero again
	if left := new(big.Int).Sub(modulus, count); left.Cmp(blocks) < 0 {
		split = int(left.Int64()) * aes.BlockSize
	}
	cipher.NewCTR(block, counter).XORKeyStream(out[:split], data[:split])
	if split < len(data) {
		wrapped := start.Sub(start, count).FillBytes(make([]byte, aes.BlockSize))
		cipher.NewCTR(block, wrapped).XORKeyStream(out[split:], data[split:])
	}
	return out, nil
}

// newGCM is Galois/Counter Mode for initialization vectors like iv, with tags of
// at most 128 bits.
func newGCM(key, iv []byte, tagLength float64) (cipher.AEAD, error) {
	if !(tagLength >= 0 && tagLength <= 128) {
		return nil, isolate.Throw("OperationError", "AES-GCM: a tag of %v bits, want at most 128", tagLength)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, operationError("AES-GCM", err)
	}
	aead, err := cipher.NewGCMWithNonceSize(block, len(iv))
	return aead, operationError("AES-GCM", err)
}

// aesGCMEncrypt appends a tag of tagLength bits, which is the beginning of the
// tag of 128 bits (NIST SP 800-38D, section 7.1).
func aesGCMEncrypt(key, iv, additional []byte, tagLength float64, data []byte) ([]byte, error) {
	aead, err := newGCM(key, iv, tagLength)
	if err != nil {
		return nil, err
	}
	out := aead.Seal(nil, iv, data, additional)
	return out[:len(data)+int(tagLength)/8], nil
}

// aesGCMDecrypt is the inverse of aesGCMEncrypt.
func aesGCMDecrypt(key, iv, additional []byte, tagLength float64, data []byte) ([]byte, error) {
	aead, err := newGCM(key, iv, tagLength)
	if err != nil {
		return nil, err
	}
	if tagLength == 128 {
		out, err := aead.Open(nil, iv, data, additional)
		return out, operationError("AES-GCM", err)
	}
	return openTruncated(aead, iv, additional, int(tagLength)/8, data)
}

// openTruncated opens what has a shorter tag than aead makes. To encrypt a
// ciphertext again gives the plaintext, and to encrypt that gives the whole tag.
func openTruncated(aead cipher.AEAD, iv, additional []byte, tagBytes int, data []byte) ([]byte, error) {
	size := len(data) - tagBytes
	if size < 0 {
		return nil, isolate.Throw("OperationError", "AES-GCM: %d bytes are shorter than the tag", len(data))
	}
	plain := aead.Seal(nil, iv, data[:size], nil)[:size]
	sealed := aead.Seal(nil, iv, plain, additional)
	if subtle.ConstantTimeCompare(sealed[size:size+tagBytes], data[size:]) != 1 {
		return nil, isolate.Throw("OperationError", "AES-GCM: message authentication failed")
	}
	return plain, nil
}

// keyWrapIV is the initial value of RFC 3394, section 2.2.3.1.
const keyWrapIV = 0xa6a6a6a6a6a6a6a6

// aesKeyWrap is RFC 3394, section 2.2.1.
func aesKeyWrap(key, data []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, operationError("AES-KW", err)
	}
	if len(data) < 16 || len(data)%8 != 0 {
		return nil, isolate.Throw("OperationError", "AES-KW: %d bytes, want at least 16, and a multiple of 8", len(data))
	}
	n := len(data) / 8
	out := make([]byte, 8, 8+len(data))
	out = append(out, data...)
	var b [aes.BlockSize]byte
	binary.BigEndian.PutUint64(b[:8], keyWrapIV)
	for t := 1; t <= 6*n; t++ {
		r := out[8*((t-1)%n+1):][:8]
		copy(b[8:], r)
		block.Encrypt(b[:], b[:])
		binary.BigEndian.PutUint64(b[:8], binary.BigEndian.Uint64(b[:8])^uint64(t))
		copy(r, b[8:])
	}
	copy(out, b[:8])
	return out, nil
}

// aesKeyUnwrap is RFC 3394, section 2.2.2.
func aesKeyUnwrap(key, data []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, operationError("AES-KW", err)
	}
	if len(data) < 24 || len(data)%8 != 0 {
		return nil, isolate.Throw("OperationError", "AES-KW: %d bytes are no wrapped key", len(data))
	}
	n := len(data)/8 - 1
	out := append([]byte(nil), data[8:]...)
	var b [aes.BlockSize]byte
	copy(b[:8], data)
	for t := 6 * n; t >= 1; t-- {
		r := out[8*((t-1)%n):][:8]
		binary.BigEndian.PutUint64(b[:8], binary.BigEndian.Uint64(b[:8])^uint64(t))
		copy(b[8:], r)
		block.Decrypt(b[:], b[:])
		copy(r, b[8:])
	}
	var want [8]byte
	binary.BigEndian.PutUint64(want[:], keyWrapIV)
	if subtle.ConstantTimeCompare(b[:8], want[:]) != 1 {
		return nil, isolate.Throw("OperationError", "AES-KW: the integrity check failed")
	}
	return out, nil
}
