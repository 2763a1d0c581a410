// A condition of an `if` mentions what is known (ProgRef, "if").
class A<int n> {
  int v = n;
}
foreach i = [1] in
  if !exists<A>(undefined) then
    def x#i : A<i>;
