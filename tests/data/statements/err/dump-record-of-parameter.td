// A record that `dump` names itself is printed. A record that a parameter or a loop names is no string. The release
// 19.1.7 crashes here, later ones report this.
class C<int n> { int number = n; }
def c : C<1>;
class Own { dump c; dump C<2>; }
def own : Own;
class OfParam<C p> { dump p; dump !repr(p); dump p.number; }
def ofParam : OfParam<c>;
multiclass M<C p> { dump p; }
defm m : M<c>;
foreach i = [c] in dump i;
class OfName<string n> { dump !cast<C>(n); }
def ofName : OfName<"c">;
