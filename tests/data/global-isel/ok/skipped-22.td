// ARGS: --release 22 --gen-global-isel --warn-on-skipped-patterns -I ../../../crates/tablewright-test-support/td
// Since release 22 operands of results are rendered by their names, and the reasons for skipping patterns say it so.
include "classes.td"

def negate : SDNodeXForm<imm, "return negate(N);">;
def sub_lo : SubRegIndex<16, 0>;

def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def SUBI : I<(outs GPR:$d), (ins GPR:$a, word:$b), []>;
def SUBC : I<(outs CCR:$d, GPR:$e), (ins GPR:$a, word:$b), []>;
def : Pat<(sub GPR:$a, imm:$b), (SUBI GPR:$a, (negate imm:$b))>;
def : Pat<(sub GPR:$a, GPR:$b), (SUBI GPR:$a, word:$b)>;
def : Pat<(sub GPR:$a, GPR:$b), (SUB $a, $b)>;
def : Pat<(sub GPR:$a, GPR:$b), (SUB R0:$a, GPR:$b)>;
