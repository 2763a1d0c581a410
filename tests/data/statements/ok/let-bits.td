// A `let` sets single bits and ranges of a field, in a body and at top level (ProgRef, "let").
class Inst {
  bits<8> enc = 0;
}
def oneBit : Inst { let enc{0} = 1; }
def range : Inst { let enc{7-4} = 0b1010; }
def reversed : Inst { let enc{0-3} = 0b0001; }
def several : Inst { let enc{7, 1-0} = 0b101; }
let enc<3...2> = { 1, 0 } in
def topLevel : Inst;
