class A { int x = 1; }
def a : A;
def d { int y = a.z; int w = a.x.q; }
