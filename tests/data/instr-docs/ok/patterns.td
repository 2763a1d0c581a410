// ARGS: --gen-instr-docs
include "../support/instructions.inc"
include "../instr-docs/patterns.inc"
// What is left open follows from the first pattern that makes the instruction alone; where there is
// none, an instruction may have effects.
def Toy : Target;

def ADD : PatternInst<[(set INT:$rd, (add INT:$rs, INT:$rt))]>;
def ADDLD : PatternInst<[(set INT:$rd, (add_load INT:$rs, INT:$p))]>;
def ST : PatternInst<[(st INT:$rs, INT:$p)]>;
def TRAP : PatternInst<[(trap)]>;
def MOVFI : PatternInst<[(set INT:$rd, (bitconvert FP:$rs))]>;
def MOVII : PatternInst<[(set INT:$rd, (bitconvert INT:$rs))]>;
def NOTHING : PatternInst<[(set INT:$rd, (null_frag INT:$rs))]>;
def UNKNOWN : PatternInst<[]>;
// What is said holds.
def LOADS : PatternInst<[(set INT:$rd, (add INT:$rs, INT:$rt))]> { let mayLoad = true; }

def LD : PatternInst<[]>;
def FIRST : PatternInst<[]>;
def : Pattern<(load INT:$p), [(LD INT:$p)]>;
def : Pattern<(st INT:$s, INT:$p), [(FIRST (UNKNOWN), INT:$s, INT:$p)]>;
class OutPatFrag<dag operands, dag fragment> : PatFrags<operands, [fragment]>;
def twice : OutPatFrag<(ops node:$a), (UNKNOWN node:$a, node:$a)>;
def : Pattern<(st INT:$s, INT:$p), [(twice (LD INT:$s))]>;
