// `{...}` selects bits of a value of type `bits` or of an integer, in the order that is given
// (ProgRef, "Suffixed values").
class P<bits<8> b> {
  bits<8> bs = b;
}
def p : P<0b11001010>;
defvar two = 2;
def values {
  bit one = p.bs{1};
  bits<4> range = p.bs{7-4};
  bits<4> dots = p.bs{7...4};
  bits<4> reversed = p.bs{4...7};
  bits<3> several = p.bs{0, 3, 7};
  bits<2> ofInt = two{1-0};
}
