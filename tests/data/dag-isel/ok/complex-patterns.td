// ARGS: --gen-dag-isel -I ../../../crates/tablewright-test-support/td
// Functions that match: as a leaf, with arguments, at the root, with a chain; and default operands.
include "classes.td"

def addr : ComplexPattern<i32, 2, "selectAddr">;
def folded : ComplexPattern<i32, 2, "selectFolded", [], [SDNPHasChain, SDNPMayLoad]>;
def shifted : ComplexPattern<i32, 2, "selectShifted", [], [SDNPWantRoot, SDNPWantParent]>;
def lea : ComplexPattern<i32, 2, "selectLea", [add, sub], [], 20>;
def mem : Operand<i32> { let MIOperandInfo = (ops GPR:$base, word:$offset); }

def LD : I<(outs GPR:$d), (ins mem:$a), [(set GPR:$d, (ld addr:$a))]>;
def LEA : I<(outs GPR:$d), (ins mem:$a), [(set GPR:$d, lea:$a)]>;
def SUBM : I<(outs GPR:$d), (ins GPR:$a, mem:$b, always:$p),
             [(set GPR:$d, (sub GPR:$a, folded:$b))]>;
def SUBS : I<(outs GPR:$d), (ins GPR:$a, GPR:$b, word:$s, always:$p), []>;
def : Pat<(sub GPR:$a, (shifted GPR:$b, word:$s)), (SUBS GPR:$a, GPR:$b, word:$s)>;
def : Pat<(and GPR:$a, (shifted GPR:$b, word:$s)), (SUBS GPR:$a, GPR:$b, word:$s, 3)>;
