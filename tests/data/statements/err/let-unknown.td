class A { int x = 1; }
def d : A { let y = 2; }
let z = 3 in def e : A;
