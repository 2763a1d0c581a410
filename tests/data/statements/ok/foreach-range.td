// `foreach` counts upwards and downwards, over ranges in both spellings, single numbers and lists
// of them in braces (ProgRef, "foreach").
class N<int n> {
  int v = n;
}
foreach i = 0-2 in
  def a#i : N<i>;
foreach i = 2...0 in
  def b#i : N<i>;
foreach i = {1, 3-4, 7...6} in
  def c#i : N<i>;
foreach i = 5 in
  def d#i : N<i>;
