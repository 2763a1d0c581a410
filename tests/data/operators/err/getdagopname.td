// ARGS: --release 22
// `!getdagopname`, which releases since 20 have, takes a dag.
def noDag { string s = !getdagopname(5); }
def unsetOperand { string s = !getdagopname(?); }
