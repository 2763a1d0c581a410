class A;
def d { A a = !cast<A>("nothing"); }
