// Conditions of every kind; a condition in a multiclass waits for its arguments.
class N<int n> { int v = n; }
if true then def yes : N<1>;
if !exists<N>("yes") then def seen : N<2>; else def unseen : N<3>;
multiclass M<string s> {
  if !eq(s, "a") then { def _a : N<1>; if 0 then def _no : N<0>; }
  else if !eq(s, "b") then def _b : N<2>;
  else def _other : N<3>;
}
defm p : M<"a">;
defm q : M<"b">;
defm r : M<"c">;
