// The reference drops the `dump` of a record that a loop or a multiclass copies, so that its message cannot be wrong.
class C<int n> { int number = n; }
def c : C<1>;
class Shows<C p> { dump "a text"; dump p; dump 3; }
multiclass M { def x : Shows<c>; }
defm m : M;
foreach i = [1] in def loop : Shows<c>;
