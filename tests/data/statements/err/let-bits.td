class A { bits<4> b = 0; int i = 0; }
def d : A { let b{5} = 1; }
def e : A { let b{1,1} = 0b11; }
def f : A { let i{0} = 1; }
def g : A { let b{1-0} = 7; }
