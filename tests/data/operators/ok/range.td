// `!range` counts from a start up to an end, which is left out, by a step (ProgRef, Appendix A).
class Late<int n, list<string> l> {
  list<int> upTo = !range(n);
  list<int> positions = !range(l);
}
def values : Late<2, ["a", "b", "c"]> {
  list<int> end = !range(3);
  list<int> startEnd = !range(2, 5);
  list<int> byTwo = !range(0, 5, 2);
  list<int> downwards = !range(5, 0, -2);
  list<int> ofList = !range([7, 8]);
  list<int> ofNegative = !range(-2);
  list<int> wrongDirection = !range(5, 2);
  list<int> wrongStep = !range(0, 4, -1);
}
