// What follows an exclamation mark is one of the operators.
def a { int x = !frobnicate(1); }
