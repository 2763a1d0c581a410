// `[...]` selects an element of a list, or behind a range, a list or a comma, a list of elements
// (ProgRef, "Suffixed values").
class P<list<int> l> {
  list<int> ns = l;
}
def p : P<[10, 11, 12, 13, 14, 15]>;
defvar at = 2;
def values {
  int element = p.ns[at];
  list<int> ofOne = p.ns[1,];
  list<int> range = p.ns[1...3];
  list<int> several = p.ns[0, 2-3, 5];
  list<int> reversed = p.ns[3...1];
  list<int> byList = p.ns[[4, 0]];
  list<int> byValues = p.ns[!range(2), 5];
  list<int> none = p.ns[[]<int>];
}
