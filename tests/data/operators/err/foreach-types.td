def d { list<int> l = !foreach(x, 5, x); list<int> m = !filter(y, (? 1), y); int n = !foldl(0, [1], a, b, "s"); }
