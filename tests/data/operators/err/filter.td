// `!filter` runs over a list; its predicate is a number.
def op;
def dagSequence { list<int> l = !filter(x, (op 1), x); }
def noSequence { list<int> l = !filter(x, 5, x); }
def unsetSequence { list<int> l = !filter(x, ?, x); }
def fieldName { int x = 1; list<int> l = !filter(x, [1], x); }
def stringPredicate { list<int> l = !filter(x, [1], "yes"); }
def resultIsList { int n = !filter(x, [1], 1); }
