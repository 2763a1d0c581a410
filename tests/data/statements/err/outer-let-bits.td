// ARGS: --release 23
// Bits before `in` are not in angle brackets any more (ProgRef, "let").
class A { bits<4> b = 0; }
let b<3-2> = 3 in
  def high : A;
