// `!dag` makes a dag of an operator, a list of arguments and a list of names, one of which may be
// unset (ProgRef, Appendix A).
def op;
class Late<list<int> arguments, list<string> names> {
  dag made = !dag(op, arguments, names);
}
def values : Late<[3, 4], ["c", "d"]> {
  dag both = !dag(op, [1, 2], ["p", "q"]);
  dag withoutNames = !dag(op, [1], ?);
  dag withoutValues = !dag(op, ?, ["n"]);
  dag someUnset = !dag(op, [1, ?], [?, "q"]);
  dag ofDags = !dag(op, [(op 1)], ["d"]);
  dag noArguments = !dag(op, []<int>, []<string>);
}
