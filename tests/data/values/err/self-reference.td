class A { int x = 1; }
def d : A { A a = !cast<A>(NAME); int y = a.x; }
