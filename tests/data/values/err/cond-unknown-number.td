// Bits without a value are no number, also as a case of `!cond`. The reference leaves the field without any value.
class C<bit wide> {
  bits<4> row;
  int number = !cond(wide: row, 1: 7);
}
def c : C<1>;
