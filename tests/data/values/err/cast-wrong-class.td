class A; class B;
def b : B;
def d { A a = !cast<A>("b"); }
