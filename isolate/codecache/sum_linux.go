package codecache

import "golang.org/x/sys/unix"

// populate maps all pages at once, and not one by one as they are touched.
const populate = unix.MAP_POPULATE
