// ARGS: --gen-global-isel -I ../../../crates/tablewright-test-support/td
// Patterns of instructions: operands in registers, constants, a complex pattern, a condition of the subtarget.
include "classes.td"

def HasSubi : Predicate<"Subtarget->hasSubi()"> { bit RecomputePerFunction = false; }
def addr : ComplexPattern<i32, 2, "selectAddr">;
def gi_addr : GIComplexOperandMatcher<s32, "selectAddr">, GIComplexPatternEquiv<addr>;
def mem : Operand<i32> { let MIOperandInfo = (ops GPR:$base, word:$offset); }

def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (sub GPR:$a, GPR:$b))]>;
let Predicates = [HasSubi] in
def SUBI : I<(outs GPR:$d), (ins GPR:$a, word:$b), [(set GPR:$d, (sub GPR:$a, simm8:$b))]>;
def LD : I<(outs GPR:$d), (ins mem:$a), [(set GPR:$d, (ld addr:$a))]>;
def ANDSUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b, GPR:$c),
               [(set GPR:$d, (and GPR:$a, (sub GPR:$b, GPR:$c)))]>;
