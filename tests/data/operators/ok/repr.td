// `!repr` is the text that records are printed with (ProgRef, Appendix A).
class R<int n> {
  int v = n;
}
def op;
def r : R<1>;
class Late<list<int> l> {
  string text = !repr(l);
}
def values : Late<[3]> {
  string ofInt = !repr(-5);
  string ofBits = !repr(0b10);
  string ofString = !repr("s");
  string ofList = !repr([1, 2]);
  string ofDag = !repr((op 1:$a));
  string ofRecord = !repr(r);
}
