package codecache

import (
	"fmt"
	"os"
	"path/filepath"
)

// EnvDir names the environment variable that holds the path of the folder of all
// caches.
const EnvDir = "THAW_CACHE_DIR"

// Dir is the folder of all caches: THAW_CACHE_DIR, or else thaw in the user's
// cache folder.
func Dir() (string, error) {
	if dir := os.Getenv(EnvDir); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("codecache: no folder for a cache: %w; set %s", err, EnvDir)
	}
	return filepath.Join(dir, "thaw"), nil
}

// makePrivate makes a folder that only its owner can write to. One that is there
// and isn't private is an error.
func makePrivate(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("codecache: %w", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("codecache: %w", err)
	}
	if err := checkPrivate(info); err != nil {
		return fmt.Errorf("codecache: %s is refused: %w", dir, err)
	}
	return nil
}
