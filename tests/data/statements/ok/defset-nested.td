// The records of a `defset` within another are in both (ProgRef, "defset").
class N;
defset list<N> outer = {
  def a : N;
  defset list<N> inner = {
    def b : N;
  }
}
def user {
  list<N> both = outer;
  list<N> one = inner;
}
