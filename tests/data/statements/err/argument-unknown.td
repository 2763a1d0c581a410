class A<int x = 0>;
def d : A<z = 2>;
