def d { bits<4> b = 3; bits<2> c = b{5-4}; int i = "s"{0}; }
