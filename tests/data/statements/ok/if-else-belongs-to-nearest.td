// An `else` belongs to the nearest `if` (ProgRef, "if").
class N;
if true then
  if false then
    def a : N;
  else
    def innerElse : N;
