// ARGS: --release 23
// Bits before `in` are in braces, as in a body (ProgRef, "let").
class A { bits<4> b = 0; }
let b{3-2} = 3 in
  def high : A;
let b{0} = 1, b{2} = 1 in
  def two : A;
