// Arguments by name, after those by position, for classes, multiclasses and anonymous records.
class C<int a, int b = 2, string c = "c"> { int sum = !add(a, b); string s = c; }
multiclass M<int p, int q = !add(p, 1)> { def _x : C<p, c = "m", b = q>; }
def one : C<1>;
def two : C<1, c = "named">;
def three : C<c = "z", b = 5, a = 4>;
defm four : M<q = 9, p = 3>;
defm five : M<3>;
def six { C anon = C<1, b = 7>; }
