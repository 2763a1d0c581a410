def d { bit b = !match("x", "("); }
