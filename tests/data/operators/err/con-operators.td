def op; def other;
def d { dag c = !con((op 1), (other 2)); }
