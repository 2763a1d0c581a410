def op;
def d { int a = !getdagarg<int>((op 1:$x), 3); }
def e { int b = !getdagarg<int>((op 1:$x), "y"); }
def f { string n = !getdagname((op 1), 1); }
def g { dag s = !setdagarg((op 1), -1, 2); }
