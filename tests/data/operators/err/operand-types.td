def d { int a = !add("x", 1); string s = !strconcat(1, "b"); bit b = !lt([1], 2); int h = !head([]<int>); int z = !size(5); }
