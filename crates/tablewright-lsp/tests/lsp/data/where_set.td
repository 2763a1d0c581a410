class A<int n = 4> {
  int f = n;
  int g = 1;
}
class B<int n> : A<!add(n, 1)>;
class G { int g = 3; }

def ByLet : A<1> { let f = 10; }
let f = 20 in
def ByOuterLet : A<1>;
multiclass M<int k> {
  let f = !mul(k, 3) in
  def NAME # "_a" : A<1>;
}
defm ByMulticlass : M<7>;
def ByDefault : A;
def ByParents : A<1>, G;
foreach i = 0-3 in
def R#i : A<i>;
defset list<A> Set = {
  def S : A<100>;
}
def ByChain : B<5>;
def ByField : A<1> { int h = !add(f, g); let g = 40; }

def Q1 { int v = ByLet.f; }
def Q2 { int v = ByOuterLet.f; }
def Q3 { int v = ByMulticlass_a.f; }
def Q4 { int v = ByDefault.f; }
def Q5 { int v = ByParents.g; }
def Q6 { int v = R2.f; }
def Q7 { int v = ByChain.f; }
def Q8 { int v = ByField.h; }
def Q9 { int v = !cast<A>("R" # 3).f; }
def Q10 { int v = Set[0].f; }
