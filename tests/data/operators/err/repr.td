// The result of `!repr` is a string.
def resultIsString { int x = !repr(5); }
