// The expression of `!foldl` has the type of the start; both variables have names of their own
// (ProgRef, Appendix A).
def noList { int n = !foldl(0, 5, acc, x, acc); }
def unsetList { int n = !foldl(0, ?, acc, x, acc); }
def unsetStart { int n = !foldl(?, [1], acc, x, acc); }
def otherType { int n = !foldl(0, [1], acc, x, "s"); }
def untypedBody { int n = !foldl(0, [1], acc, x, ?); }
def leftName { int acc = 1; int n = !foldl(0, [1], acc, x, x); }
def rightName { int x = 1; int n = !foldl(0, [1], acc, x, acc); }
def division { int n = !foldl(1, [1, 0], acc, x, !div(acc, x)); }
