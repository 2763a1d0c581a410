def d { int x = 1; list<int> l = !foreach(x, [1], x); int f = !foldl(0, [1], x, b, b); }
