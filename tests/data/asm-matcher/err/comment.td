// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A comment is no part of an instruction.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def NOTE : I<(outs), (ins), "note # this">;
def Hash : AsmParserVariant { let CommentDelimiter = "#"; }
def Toy : Target { let AssemblyParserVariants = [Hash]; }
// LABEL: 13: the field 'AsmString' is set here
