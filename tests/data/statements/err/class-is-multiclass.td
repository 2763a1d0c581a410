multiclass M { def x; }
def d : M;
