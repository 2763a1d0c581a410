// Values that double each time meet a limit before the memory does.
def d { list<int> l = !foldl([1], !range(60), a, b, !listconcat(a, a)); }
def e { string s = !foldl("x", !range(60), a, b, !strconcat(a, a)); }
