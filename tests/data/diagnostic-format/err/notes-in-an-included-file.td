// ARGS: --diagnostic-format=rich
// The file that an error lies in is named with where it was included.
include "included.td"
