def d { bits<2> b = { "a", 1 }; }
