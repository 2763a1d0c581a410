// Literals: numbers in every base, strings put together, code, bits, lists with types, dags.
class O; def op : O;
def v {
  int d = -42; int h = 0xFF; int b = 0b1011; int plus = +7; int t = true;
  bits<4> bits4 = 0b0110; bits<8> wide = { 0b1010, 0, 1, 0b00 }; bits<3> neg = -1;
  string s = "one " "two" "\t\"quoted\" \\"; string c = [{ code "as is" }];
  list<int> l = [1, 2, 3,]; list<string> none = []<string>; list<list<int>> nested = [[1], []<int>];
  dag g = (op 1:$a, "x", $b, (op:$inner ?)); dag e = (op);
  int 3d = 3;
}
