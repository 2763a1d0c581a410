// ARGS: --gen-global-isel --optimize-match-table=false --instrument-gisel-coverage -I ../../../crates/tablewright-test-support/td
// Instructions within each other, a class that a value is copied to, a transformed constant; rules not
// shared, and counted.
include "classes.td"

def negate : SDNodeXForm<imm, "return negate(N);">;
def gi_negate : GICustomOperandRenderer<"renderNegated">, GISDNodeXFormEquiv<negate>;

def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def AND : I<(outs GPR:$d), (ins GPR:$a, GPR:$b, always:$p), []>;
def SUBI : I<(outs GPR:$d), (ins GPR:$a, word:$b), []>;
def : Pat<(sub (and GPR:$a, GPR:$b), GPR:$c), (SUB (AND GPR:$b, GPR:$a), GPR:$c)>;
def : Pat<(sub GPR:$a, imm:$b), (SUBI GPR:$a, (negate imm:$b))>;
def : Pat<(sub R0, GPR:$a), (COPY_TO_REGCLASS GPR:$a, Byte)>;
