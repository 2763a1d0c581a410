class A { int x = 1; }
def d : A { let x = x; }
