// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// Each variant of the language has its own strings, separators and names of registers.
include "toy.inc"
def A : I<(outs GPR:$d), (ins GPR:$s), "mov{l}\t{$s, %r3, $d|$d, r3, $s}">;
def B : I<(outs), (ins), "only.b"> { let AsmVariantName = "intel"; }
def C : I<(outs), (ins), "nop"> { let isCodeGenOnly = true; }
def : InstAlias<"m{l} {$s, $d|$d, $s}", (A GPR:$d, GPR:$s)>;
def : InstAlias<"att $s, $d", (A GPR:$d, GPR:$s), 1, "att">;
def Att : AsmParserVariant {
  let Name = "att";
  let RegisterPrefix = "%";
  let CommentDelimiter = "#";
}
def Intel : AsmParserVariant {
  let Variant = 1;
  let Name = "intel";
  let BreakCharacters = ".";
}
def Toy : Target { let AssemblyParserVariants = [Att, Intel]; }
