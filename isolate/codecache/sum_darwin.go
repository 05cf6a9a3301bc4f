package codecache

// populate is a flag that this system's mmap does not have.
const populate = 0
