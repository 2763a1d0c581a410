// A `bits` value is an integer, or a list of bits in braces, to which a value of type `bits` gives
// several (ProgRef, "Simple values").
def values {
  bits<4> ofInt = 0b0110;
  bits<3> negative = -1;
  bits<8> braces = { 0b1010, 0, 1, 0b00 };
  bits<2> unset = { ?, 1 };
  bits<2> allUnset = ?;
}
