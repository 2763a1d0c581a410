def o; def d { list<int> l = [1, "a"]; }
def e { list<string> m = [o]; int n = [1]; }
