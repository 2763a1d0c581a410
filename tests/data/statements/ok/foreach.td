// Loops over lists, ranges and brace groups, nested, with names made from the variable.
class N<int n> { int v = n; }
foreach i = 0-2 in def a#i : N<i>;
foreach i = 2...0 in foreach j = [10, 20] in def b#i#_#j : N<!add(i, j)>;
foreach i = {1, 3-4, 7...6} in { defvar twice = !mul(i, 2); def c#i : N<twice>; }
foreach i = 5 in def d#i : N<i>;
foreach s = ["x", "y"] in def "e_" # s : N<!size(s)>;
foreach i = []<int> in def never : N<i>;
