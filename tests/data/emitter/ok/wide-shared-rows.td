// ARGS: --release 24 --gen-emitter
// Since LLVM 24, encodings of over 64 bits are in a table once, and each mode has a table of indices.
include "ok/hw-modes-wide.td"
def AGAIN : Inst<[DefaultMode, ModeA], [AddDefault, AddB]>;
