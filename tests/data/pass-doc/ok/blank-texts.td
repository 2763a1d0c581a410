// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-pass-doc
// The capital of a summary of blanks is the end of the text, a NUL byte. A description of blanks is an empty line.
include "mlir.inc"

def Blank : PassBase<"blank", "::toy::Pass"> { let summary = " \n "; let description = " "; }
def Lines : PassBase<"lines", "::toy::Pass"> { let summary = "lines"; let description = " \n "; }
def Empty : PassBase<"empty", "::toy::Pass">;
