// `dump` prints a message at top level, for each record of a class, and for each use of a
// multiclass (ProgRef, "dump"). The reference leaves out those of records that a `defm` makes.
class A<int n> {
  dump "class " # NAME # " " # n;
}
def a : A<5>;
multiclass M<int n> {
  dump "multiclass " # n;
  def x : A<n>;
}
defm m : M<3>;
dump "top level";
dump a;
