// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
class Related<string base, string form> : Inst<(outs), (ins)> {
  string Base = base;
  string Form = form;
}
def A : Related<"x", "short">;
def B : Related<"x", "long">;
def toLong : InstrMapping {
  let FilterClass = "Related";
  let RowFields = ["Base"];
  let ColFields = ["Form"];
  let KeyCol = ["short"];
  let ValueCols = [["long"], ["long", "wide"]];
}
