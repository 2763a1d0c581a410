// ARGS: --release 23 --gen-directive-impl
// Since 22 spellings belong to versions of the language. The earliest makes the identifiers.
include "versioned-classes.td"
include "versioned.td"
