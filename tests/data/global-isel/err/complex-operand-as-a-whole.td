// ARGS: --gen-global-isel -I ../../../crates/tablewright-test-support/td
// A complex pattern with arguments names what it finds; its own name stands for no operand.
include "classes.td"

def shifted : ComplexPattern<i32, 2, "selectShifted">;
def gi_shifted : GIComplexOperandMatcher<s32, "selectShifted">, GIComplexPatternEquiv<shifted>;
def SUB : I<(outs GPR:$d), (ins GPR:$a, GPR:$b, word:$s, GPR:$c), []>;
def : Pat<(sub GPR:$a, (shifted GPR:$b, word:$s):$whole), (SUB GPR:$a, GPR:$b, word:$s, GPR:$whole)>;
