// ARGS: --gen-instr-info -I opcodes -I ../../../examples/toy-target/prelude
include "toy.inc"
// Relations between instructions. Values of fields are compared as text, whatever their type. A key
// instruction that is related to none is left out.

class Related<string base, int form, string size> : Inst<(outs), (ins)> {
  string Base = base;
  int Form = form;
  string Size_ = size;
}
def ADD : Related<"add", 0, "long">;
def ADDX : Related<"add", 1, "long">;
def ADDY : Related<"add", 2, "short">;
def SUB : Related<"sub", 0, "long">;
def SUBY : Related<"sub", 2, "short">;
def MUL : Related<"mul", 0, "long">;

def toLong : InstrMapping {
  let FilterClass = "Related";
  let RowFields = ["Base"];
  let ColFields = ["Size_"];
  let KeyCol = ["short"];
  let ValueCols = [["short"]];
}
def toForm : InstrMapping {
  let FilterClass = "Related";
  let RowFields = ["Base", "Namespace"];
  let ColFields = ["Form", "Size_"];
  let KeyCol = ["0", "long"];
  let ValueCols = [["1", "long"], ["2", "short"]];
}
def toNothing : InstrMapping {
  let FilterClass = "Related";
  let RowFields = ["Base"];
  let ColFields = ["Form"];
  let KeyCol = ["1"];
  let ValueCols = [["7"]];
}
