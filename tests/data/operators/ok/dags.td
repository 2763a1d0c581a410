// Dags.
class O; def op : O; def other : O;
def v {
  dag base = (op 1:$a, "two":$b, (op 3):$c);
  dag con = !con((op 1), (op 2:$x), (op)); dag made = !dag(op, [1, 2], ["p", "q"]); dag unnamed = !dag(op, [1], ?); dag unvalued = !dag(other, ?, ["n"]);
  O getop = !getdagop<O>(base); int arg0 = !getdagarg<int>(base, 0); string argb = !getdagarg<string>(base, "b"); string name = !getdagname(base, 2);
  dag setop = !setdagop(base, other); dag setarg = !setdagarg(base, "a", 9); dag setname = !setdagname(base, 1, "bb"); dag noname = !setdagname(base, 0, ?);
  int size = !size(base); bit empty = !empty((op)); dag swapped = !foreach(n, (op op, (op other)), !subst(op, other, n));
}
