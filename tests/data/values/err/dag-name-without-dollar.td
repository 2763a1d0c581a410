// A name in a dag has a `$`.
def GPR;
def ops;
def operands { dag args = (ops GPR:rd); }
