// The records of a `defset` are of its class (ProgRef, "defset").
class A;
class B;
defset list<A> s = {
  def a : A;
  def b : B;
}
