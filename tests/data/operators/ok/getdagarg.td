// `!getdagarg` gives an argument by its position or name, unset where it is of another type
// (ProgRef, Appendix A).
class O;
def op : O;
class Late<dag d, string key> {
  int argument = !getdagarg<int>(d, key);
}
def values : Late<(op 1:$x, 2:$y), "y"> {
  int byPosition = !getdagarg<int>((op 1, "two"), 0);
  string byName = !getdagarg<string>((op 1, "two":$b), "b");
  string otherType = !getdagarg<string>((op 1:$a), "a");
  dag ofDag = !getdagarg<dag>((op (op 3):$d), "d");
  O ofRecord = !getdagarg<O>((op op), 0);
  int unset = !getdagarg<int>((op ?:$u), 0);
}
