class Loop<int n> { int v = Loop<!add(n, 1)>.v; }
def d { int x = Loop<0>.v; }
