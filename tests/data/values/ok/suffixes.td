// Bit and list selection in every form, fields of fields.
class P<list<int> l, bits<8> b> { list<int> ns = l; bits<8> bs = b; }
def p : P<[10, 11, 12, 13, 14, 15], 0b11001010>;
defvar at = 2;
def v {
  bit one = p.bs{1}; bits<4> high = p.bs{7-4}; bits<4> swapped = p.bs{4...7}; bits<3> some = p.bs{0, 3, 7};
  int el = p.ns[at]; list<int> sl = p.ns[1...3]; list<int> some_l = p.ns[0, 2-3, 5]; list<int> single = p.ns[1,];
  list<int> down = p.ns[3...1]; list<int> by = p.ns[[4, 0]]; list<int> mixed = p.ns[!range(2), 5];
  bits<2> of_int = at{1-0}; int deep = P<[7], 1>.ns[0];
}
