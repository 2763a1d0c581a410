def d { list<int> r = !range(1, 5, 0); string s = !substr("abc", 9); string t = !substr("abc", 0, -1); int f = !find("a", "b", 5); }
