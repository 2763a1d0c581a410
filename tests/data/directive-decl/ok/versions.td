// ARGS: --release 23 --gen-directive-decl
// Since 22 spellings belong to versions of the language. The earliest makes the identifiers.
include "../directive-impl/versioned-classes.td"
include "../directive-impl/versioned.td"
