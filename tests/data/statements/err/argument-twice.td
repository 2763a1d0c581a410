class A<int x, int y = 0>;
def d : A<1, x = 2>;
