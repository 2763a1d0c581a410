def d { int x = !div(1, 0); }
def e { int y = !div(!sub(!sub(0, 0x7fffffffffffffff), 1), -1); }
def f { int z = !logtwo(0); }
