class A<int used, int unused> { int x = used; int y = missing; }
