class A;
def d : A;
multiclass M { def d; }
defm "" : M;
