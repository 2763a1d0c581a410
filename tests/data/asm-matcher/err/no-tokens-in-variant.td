// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// An instruction has a mnemonic in each variant.
include "toy.inc"
def A : I<(outs), (ins), "a">;
def B : I<(outs), (ins), "b">;
def C : I<(outs), (ins), "c">;
def NONE : I<(outs), (ins), "{none}">;
def Second : AsmParserVariant { let Variant = 1; let Name = "second"; }
def Toy : Target { let AssemblyParserVariants = [DefaultAsmParserVariant, Second]; }
// LABEL: 13: the field 'AsmString' is set here
