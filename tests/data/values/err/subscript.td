// What `[...]` selects from is a list, and the selector an integer or a list (ProgRef, "Suffixed
// values").
def ofInt { int i = 5[0]; }
def byString { int j = [1, 2]["a"]; }
def ofUnset { int k = ?[0]; }
def ofLiteral { list<int> l = !foreach(i, [0, 5], [1, 2][i]); }
