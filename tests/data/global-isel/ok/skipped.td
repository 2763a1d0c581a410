// ARGS: --gen-global-isel --warn-on-skipped-patterns -I ../../../crates/tablewright-test-support/td
// The reasons for which patterns are skipped.
include "classes.td"

def unmapped : ComplexPattern<i32, 2, "selectUnmapped">;
def mem : Operand<i32> { let MIOperandInfo = (ops GPR:$base, word:$offset); }
def sub_odd : PatFrag<(ops node:$a, node:$b), (sub node:$a, node:$b), "return isOdd(N);">;
def negate : SDNodeXForm<imm, "return negate(N);">;

def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def SUBI : I<(outs GPR:$d), (ins GPR:$a, word:$b), []>;
def STW : I<(outs), (ins GPR:$v, mem:$a), []>;
def : Pat<(add GPR:$a, GPR:$b), (SUB GPR:$a, GPR:$b)>;
def : Pat<(sub_odd GPR:$a, GPR:$b), (SUB GPR:$a, GPR:$b)>;
def : Pat<(and GPR:$a, (sub_odd GPR:$a, GPR:$b)), (SUB GPR:$a, GPR:$b)>;
def : Pat<(sub GPR:$a, imm:$b), (SUBI GPR:$a, (negate imm:$b))>;
def : Pat<(st GPR:$v, unmapped:$a), (STW GPR:$v, unmapped:$a)>;
let GISelShouldIgnore = 1 in
def : Pat<(add GPR:$a, R0), (SUB GPR:$a, R0)>;
