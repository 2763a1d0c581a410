// A file that is included twice is read twice; a note says so where that repeats a definition.
// (A class without parameters, parents and fields may be defined again.)
include "unguarded.td"
include "unguarded.td"
