// ARGS: --release 22
// `!listflatten`, which releases since 20 have, takes a list.
def noList { list<int> l = !listflatten(5); }
def unsetOperand { list<int> l = !listflatten(?); }
