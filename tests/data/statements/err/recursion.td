// A class that makes a record of itself without an end is an error, not an overflow of the stack.
class Loop<int n> {
  int v = Loop<!add(n, 1)>.v;
}
def d {
  int x = Loop<0>.v;
}
