// Package bytecode writes goja's compiled programs as bytes and reads them back.
//
// goja has no such format, and its instructions are private types. They are plain
// data, though: numbers, strings, constants and further programs. The package knows
// them by reflection, from a sample program in which every kind of instruction
// occurs. A kind is planned once: a list of its fields, with an offset and a way to
// write each. A program with a kind that the sample lacks, or with a field that no plan
// covers, is an error of Encode; nothing is ever left out.
//
// # Format
//
// All numbers are varints but where a size is given. A reader finds out about damage
// by the header's checksum. What has a right checksum is trusted: as with every
// engine's bytecode, who can write it can crash its reader.
//
//	header     identity of the format, CRC-32C of the rest (4 bytes, little endian)
//	source     length and CRC-32C of the text that was compiled, base of its positions
//	strings    those that are parts of the text are kept as an offset and a length
//	constants  JavaScript values: how many of each kind, then kind and fields of each
//	code       the distinct instructions, in the same way
//	programs   of each: name, number of instructions, source positions as differences
//	indexes    for each instruction of all programs its place under code (2 or 4 bytes)
//
// A bundle has few distinct instructions beside all that it has, so that most of the
// reading is a loop over indexes. All values of one kind share one allocation, and so
// do the instructions of all programs. Nothing in the result points into the
// bytes that were read.
package bytecode
