def d { int i = "text"; bits<2> b = 5; list<int> l = ["a"]; bit t = 2; }
