// The cases of a `!cond` may be integers and bits. The value becomes what the field needs, even if some of its bits
// are not known. The reference crashes.
class Int<bit wide> {
  int width = 2;
  bits<4> word = 0;
  let word{2-1} = !cond(wide: width, 1: 0b01);
}
def intCase : Int<1>;
def bitsCase : Int<0>;
class Row<bit wide> {
  bits<3> row;
  bits<2> kind = !cond(wide: {0, row{0}}, true: 3);
}
def openCase : Row<1>;
def closedCase : Row<0>;
class Number<bit wide> {
  bit flag = 0;
  int number = !cond(wide: 3, 1: flag);
  bits<2> two = !cond(wide: flag, 1: 2);
}
def number : Number<1>;
def flag : Number<0>;
