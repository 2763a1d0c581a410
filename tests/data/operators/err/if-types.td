def d { int x = !if(1, "a", 2); }
def e { list<int> l = !cond(1: "a", 0: 2); }
