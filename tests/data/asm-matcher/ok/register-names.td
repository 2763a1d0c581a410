// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// Registers are found by name or by another name. Of equal names the first counts, if the target allows them.
include "toy.inc"
foreach i = 0...1 in
  def W#i : Register<"r"#i, ["x"#i, " w"#i#" ", ""]> { let Namespace = "Toy"; }
def Wide : RegisterClass<"Toy", [i32], 32, (add W0, W1)>;
def A : I<(outs), (ins GPR:$a), "a $a">;
def B : I<(outs), (ins GPR:$a), "b $a">;
def C : I<(outs), (ins GPR:$a), "c $a, r1">;
def DoubleParser : AsmParser {
  let AllowDuplicateRegisterNames = true;
  let ShouldEmitMatchRegisterAltName = true;
}
def Toy : Target { let AssemblyParsers = [DoubleParser]; }
