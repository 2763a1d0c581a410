def d { list<int> l = !listsplat(1, 99999999999); }
def e { list<int> m = !range(0, 99999999999); }
def f { list<int> n = !listsplat(1, -1); }
