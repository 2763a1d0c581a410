// ARGS: --release 22
// The result of `!initialized`, which releases since 20 have, is an integer.
def resultIsInt { string s = !initialized(5); }
