// ARGS: --gen-asm-matcher -I ../../../examples/toy-target/prelude
// A parser says what it is called, what it calls, and what it does by itself.
include "toy.inc"
def A : I<(outs), (ins GPR:$a), "a $a">;
def Old : SubtargetFeature<"old", "IsOld", "true", "">;
class Deprecated<SubtargetFeature feature> { string DeprecatedFeatureMask = feature.Name; }
def B : I<(outs), (ins GPR:$a, simm:$b), "b $a, $b">, Deprecated<Old>;
def OwnParser : AsmParser {
  let AsmParserClassName = "OwnParser";
  let AsmParserInstCleanup = "cleanUp";
  let ShouldEmitMatchRegisterName = false;
  let CallCustomParserForAllOperands = true;
}
def Toy : Target { let AssemblyParsers = [OwnParser]; }
