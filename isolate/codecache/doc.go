// Package codecache keeps what engines make of source text, so that it need not
// be made again: in memory for the isolates of a process, and on disk for the
// processes that follow.
//
// A Store is the folder on disk. Its entries are named by the SHA-256 of
// everything that they depend on (Key), written whole or not at all, and checked
// against a SHA-256 of their own when they are read. An entry that is damaged, or
// is not what its name says, is a miss with a warning. It is never an answer, and
// the next Put of its key replaces it. Any number of processes may use one folder.
//
// Scripts compiles for one engine through a cache of a given Level.
//
// The checksum finds damage, not malice. Bytecode is trusted input to an engine:
// whoever can write to the folder can run code in the processes that read it. So the
// folder is made with mode 0700, and on Unix one that belongs to another user
// (but for the superuser), or that others can write to, is refused. On Windows access control lists are not
// read: the default folder is private to its user there, and a folder that is named
// by hand is the user's to protect.
package codecache
