// `!interleave` joins the elements of a list with a separator (ProgRef, Appendix A).
class Late<list<int> l, string separator> {
  string joined = !interleave(l, separator);
}
def values : Late<[7, 8], "; "> {
  string strings = !interleave(["x", "y", "z"], ", ");
  string ints = !interleave([1, -2], "-");
  string ofBit = !interleave([true, false], " ");
  string ofBits = !interleave([0b01, 0b10], " ");
  string emptyList = !interleave([]<string>, ", ");
  string emptySeparator = !interleave(["a", "b"], "");
  string single = !interleave(["a"], ", ");
}
