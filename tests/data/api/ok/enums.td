// TOOL: offload-tblgen
// ARGS: --gen-api --release 23
include "classes.td"

// Names are in capitals; bits are powers of two, the value after the last one included.
def ol_kind_t : Enum { let etors = [Etor<"None">, Etor<"SOME", "Two\nlines.">]; }
def ol_flag_t : Enum { let is_bit_field = 1; let etors = [Etor<"A">, Etor<"B">, Etor<"C">]; }
def ol_info_t : Enum { let is_typed = 1; let etors = [TaggedEtor<"NAME", "char[]">]; }
