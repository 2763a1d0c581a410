// After twenty errors evaluation stops: the twenty-first is not reported.
class A;
foreach i = 1...21 in
  def d#i { A a = !cast<A>("r" # i); }
