// A field that is declared again loses its value and keeps its type; other types than `bits<n>` are not
// even compared, as in the reference.
class Base {
  bits<5> imm = 3;
  int number = 1;
  bits<2> pair = 1;
}
def same_type : Base { bits<5> imm; }
def with_value : Base { int number = 2; }
def other_type : Base { string number; }
def number_for_bits : Base { int pair = 2; }
class Other { int number = 7; }
def two_parents : Base, Other;
