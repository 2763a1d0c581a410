// ARGS: --release 22
// `!setdagopname`, which releases since 20 have, takes a dag and a string.
def op;
def noDag { dag d = !setdagopname(5, "n"); }
def intName { dag d = !setdagopname((op 1), 5); }
