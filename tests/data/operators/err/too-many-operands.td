// An operator that has too many operands is an error.
def unary { int x = !not(1, 2); }
def binary { int x = !sub(1, 2, 3); }
def ternary { int x = !if(1, 2, 3, 4); }
