// A list or string that would not fit into memory is an error, not an attempt to make it.
def splat { list<int> l = !listsplat(1, 99999999999); }
def range { list<int> l = !range(0, 99999999999); }
// These double each time.
def listconcat { list<int> l = !foldl([1], !range(60), a, b, !listconcat(a, a)); }
def strconcat { string s = !foldl("x", !range(60), a, b, !strconcat(a, a)); }
