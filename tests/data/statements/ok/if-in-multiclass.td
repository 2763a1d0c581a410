// The condition of an `if` in a multiclass waits for the arguments (ProgRef, "if").
class N<int n> {
  int v = n;
}
multiclass M<string s> {
  if !eq(s, "a") then {
    def _a : N<1>;
    if 0 then
      def _no : N<0>;
  } else if !eq(s, "b") then
    def _b : N<2>;
  else
    def _other : N<3>;
}
defm p : M<"a">;
defm q : M<"b">;
defm r : M<"c">;
