// Package codecache keeps what engines make of source text, so that it need not
// be made again: in memory for the isolates of a process, and on disk for the
// processes that follow.
//
// A Store is the folder on disk. Its entries are named by the SHA-256 of
// everything that they depend on (Key), written whole or not at all, and checked
// against checksums of their own each time they are read: SHA-256 of what they say of
// themselves, CRC-32 of their data. An entry that is damaged, or
// is not what its name says, is a miss with a warning. It is never an answer, and
// the next Put of its key replaces it. Any number of processes may use one folder.
//
// Data that is large and used where it lies, as a snapshot's pages are by a mapping, is
// put by PutFile and opened by OpenFile. It is checked like any other, by one pass over
// it before anything uses it, and can't change afterwards: files are replaced and removed, and never
// written again but for the count of hits in their first bytes, so that a file that is
// open or mapped stays what it was when it was checked. (Windows does not remove a file that is open: there Prune says so.)
//
// Scripts compiles for one engine through a cache of a given Level. Snapshots are kept by
// package worker, which knows what they depend on.
//
// The checksum finds damage, not malice. Bytecode is trusted input to an engine:
// whoever can write to the folder can run code in the processes that read it. So the
// folder is made with mode 0700, and on Unix one that belongs to another user
// (but for the superuser), or that others can write to, is refused. On Windows access control lists are not
// read: the default folder is private to its user there, and a folder that is named
// by hand is the user's to protect.
package codecache
