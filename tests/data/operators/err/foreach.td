// `!foreach` runs over a list or a dag; its variable has a name of its own.
def noSequence { list<int> l = !foreach(x, 5, x); }
def unsetSequence { list<int> l = !foreach(x, ?, x); }
def fieldName { int x = 1; list<int> l = !foreach(x, [1], x); }
def resultIsList { int n = !foreach(x, [1], x); }
def elementType { list<string> l = !foreach(x, [1], x); }
def untypedBody { list<int> l = !foreach(x, [1], ?); }
def headOfEmptyList { list<int> l = !foreach(x, [[1], []<int>], !head(x)); }
