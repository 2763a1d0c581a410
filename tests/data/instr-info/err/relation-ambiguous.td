// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
class Related<string base, string form> : Inst<(outs), (ins)> {
  string Base = base;
  string Form = form;
}
def A : Related<"x", "short">;
def B : Related<"x", "long">;
def C : Related<"x", "long">;
def toLong : InstrMapping {
  let FilterClass = "Related";
  let RowFields = ["Base", "Size"];
  let ColFields = ["Form", "Size"];
  let KeyCol = ["short", "4"];
  let ValueCols = [["long", "4"]];
}
// LABEL: 10: the relation
// LABEL: 8: in that column of the row
// LABEL: 9: in that column of the row
