// `!setdagop` takes a dag and a record.
def op;
def noDag { dag d = !setdagop(5, op); }
def noRecord { dag d = !setdagop((op 1), 5); }
def unsetOperator { dag d = !setdagop((op 1), ?); }
