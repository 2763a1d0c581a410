// A `let` of bits sets bits that a field of type `bits` has, each once, to a value of as many bits
// (ProgRef, "let").
class A {
  bits<4> b = 0;
  int i = 0;
}
def missingBit : A { let b{5} = 1; }
def bitTwice : A { let b{1, 1} = 0b11; }
def noBits : A { let i{0} = 1; }
def tooWide : A { let b{1-0} = 7; }
