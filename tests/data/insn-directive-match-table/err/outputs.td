// ARGS: --release 24 --gen-insn-directive-match-table
include "classes.inc"

def Insn : InstSystemZ<(outs reg:$R1), (ins imm:$enc), ".insn e,$enc"> {
}
