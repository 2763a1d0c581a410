// `if` evaluates its body, or that behind `else`, where its condition is a number other than zero
// (ProgRef, "if").
class N<int n> {
  int v = n;
}
if true then
  def ofTrue : N<1>;
if 0 then
  def ofZero : N<2>;
if -1 then {
  def ofNegative : N<3>;
}
if !exists<N>("ofTrue") then
  def seen : N<4>;
else
  def unseen : N<5>;
