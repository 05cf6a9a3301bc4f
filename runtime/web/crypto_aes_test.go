package web

import (
	"bytes"
	"crypto/aes"
	"encoding/hex"
	"math/big"
	"testing"
)

func hexBytes(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestAESKeyWrap has the vectors of RFC 3394, section 4.
func TestAESKeyWrap(t *testing.T) {
	for _, tt := range []struct{ key, data, want string }{
		{"000102030405060708090A0B0C0D0E0F", "00112233445566778899AABBCCDDEEFF", "1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5"},
		{
			"000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F",
			"00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F",
			"28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21",
		},
	} {
		key, data, want := hexBytes(t, tt.key), hexBytes(t, tt.data), hexBytes(t, tt.want)
		wrapped, err := aesKeyWrap(key, data)
		if err != nil || !bytes.Equal(wrapped, want) {
			t.Errorf("wrapped: %x, %v, want %x", wrapped, err, want)
		}
		back, err := aesKeyUnwrap(key, wrapped)
		if err != nil || !bytes.Equal(back, data) {
			t.Errorf("unwrapped: %x, %v, want %x", back, err, data)
		}
		for i := range wrapped {
			bad := bytes.Clone(wrapped)
			bad[i] ^= 1
			if _, err := aesKeyUnwrap(key, bad); err == nil {
				t.Errorf("with a change in byte %d, it is unwrapped", i)
			}
		}
	}
	for _, n := range []int{0, 8, 15, 17} {
		if _, err := aesKeyWrap(make([]byte, 16), make([]byte, n)); err == nil {
			t.Errorf("%d bytes are wrapped", n)
		}
		if _, err := aesKeyUnwrap(make([]byte, 16), make([]byte, n+8)); err == nil {
			t.Errorf("%d bytes are unwrapped", n+8)
		}
	}
}

// naiveCTR encrypts each block's counter on its own.
func naiveCTR(key, counter []byte, bits uint, data []byte) []byte {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	out := bytes.Clone(data)
	modulus := new(big.Int).Lsh(big.NewInt(1), bits)
	for at := 0; at < len(out); at += aes.BlockSize {
		var mask [aes.BlockSize]byte
		block.Encrypt(mask[:], counter)
		for i := at; i < min(at+aes.BlockSize, len(out)); i++ {
			out[i] ^= mask[i-at]
		}
		n := new(big.Int).SetBytes(counter)
		count := new(big.Int).Mod(n, modulus)
		n.Sub(n, count)
		count.Add(count, big.NewInt(1)).Mod(count, modulus)
		counter = n.Add(n, count).FillBytes(make([]byte, aes.BlockSize))
	}
	return out
}

func TestAESCTR(t *testing.T) {
	key := hexBytes(t, "000102030405060708090a0b0c0d0e0f")
	for _, tt := range []struct {
		counter string
		bits    uint
		size    int
		refused bool
	}{
		{"00000000000000000000000000000000", 128, 100, false},
		{"ffffffffffffffffffffffffffffffff", 128, 100, false},
		{"00000000000000000000000000ffffff", 24, 100, false},
		{"abababababababababababababababfe", 8, 16 * 256, false},
		{"abababababababababababababababfe", 8, 16*256 + 1, true},
		{"000000000000000000000000000000ff", 1, 32, false},
		{"000000000000000000000000000000ff", 1, 33, true},
		{"7fffffffffffffffffffffffffffffff", 127, 64, false},
		{"ffffffffffffffffffffffffffffffff", 64, 0, false},
	} {
		data := bytes.Repeat([]byte{0x5a}, tt.size)
		counter := hexBytes(t, tt.counter)
		got, err := aesCTR(key, counter, float64(tt.bits), data)
		if tt.refused != (err != nil) {
			t.Errorf("%s, %d bits, %d bytes: error = %v, want one: %t", tt.counter, tt.bits, tt.size, err, tt.refused)
		}
		if err == nil && !bytes.Equal(got, naiveCTR(key, counter, tt.bits, data)) {
			t.Errorf("%s, %d bits, %d bytes: another ciphertext", tt.counter, tt.bits, tt.size)
		}
	}
}

// FuzzAES holds that what was encrypted is decrypted, and nothing that was changed.
func FuzzAES(f *testing.F) {
	f.Add([]byte("0123456789abcdef"), []byte("0123456789ab"), []byte("more"), []byte("the data"), uint8(0))
	f.Add([]byte("0123456789abcdef"), []byte("0123456789abcdef"), []byte(""), []byte(""), uint8(3))
	f.Fuzz(func(t *testing.T, key, iv, additional, data []byte, tag uint8) {
		if len(key) != 16 && len(key) != 24 && len(key) != 32 {
			if _, err := aesKeyWrap(key, data); err == nil {
				t.Fatalf("a key of %d bytes", len(key))
			}
			key = append(key, make([]byte, 16)...)[:16]
		}
		if cipher, err := aesCBCEncrypt(key, iv, data); err == nil {
			if plain, err := aesCBCDecrypt(key, iv, cipher); err != nil || !bytes.Equal(plain, data) {
				t.Errorf("CBC: %x, %v, want %x", plain, err, data)
			}
		} else if len(iv) == 16 {
			t.Error(err)
		}
		bits := []float64{32, 64, 96, 104, 112, 120, 128}[tag%7]
		cipher, err := aesGCMEncrypt(key, iv, additional, bits, data)
		if err != nil {
			if len(iv) > 0 {
				t.Error(err)
			}
			return
		}
		if plain, err := aesGCMDecrypt(key, iv, additional, bits, cipher); err != nil || !bytes.Equal(plain, data) {
			t.Errorf("GCM: %x, %v, want %x", plain, err, data)
		}
		for _, i := range []int{0, len(cipher) - 1} {
			cipher[i] ^= 1
			if _, err := aesGCMDecrypt(key, iv, additional, bits, cipher); err == nil {
				t.Errorf("GCM with a tag of %v bits: a change of byte %d of %d is not noticed", bits, i, len(cipher))
			}
			cipher[i] ^= 1
		}
		if _, err := aesGCMDecrypt(key, iv, additional, bits, cipher[:int(bits)/8-1]); err == nil {
			t.Error("GCM: shorter than the tag")
		}
	})
}
