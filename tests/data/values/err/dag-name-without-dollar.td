// A name in a dag has a `$`.
def GPR;
def ops;
def operands { dag list = (ops GPR:rd); }
