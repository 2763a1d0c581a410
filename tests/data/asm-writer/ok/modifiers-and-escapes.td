// ARGS: --gen-asm-writer
// An assembly string can hold modifiers of operands, specials, names in braces, and escaped signs
// that stand for themselves.
include "classes.td"
include "toy.inc"
def Toy : Target;

def MODIFIER : I<(outs), (ins GPR:$a), "modifier\t${a:low}">;
def BRACES : I<(outs), (ins GPR:$b), "braces\t${b}x">;
def SPECIAL : I<(outs), (ins), "special\t${:comment}">;
def DOLLAR : I<(outs), (ins), "dollar\t$$5">;
def BRACE : I<(outs), (ins), "brace\t\\{%\\}">;
def QUOTED : I<(outs), (ins GPR:$a), "quoted\t\"$a\"\\n\\\\">;
