// ARGS: --release 24 --gen-insn-directive-match-table
// Formats are sorted. An operand with parts counts once.
include "classes.inc"

def RX : InstSystemZ<(outs), (ins imm:$enc, reg:$R1, (address $B2, $D2):$BD2), ".insn rx,$enc,$R1,$BD2">;
def E : InstSystemZ<(outs), (ins imm:$enc), ".insn e,$enc"> { let NumOptionalOperands = 1; }
def Blank : InstSystemZ<(outs), (ins imm:$enc), ".insn s $enc">;
def Other : InstSystemZ<(outs reg:$R1), (ins), "add $R1"> { let IsInsnDirective = 0; }
