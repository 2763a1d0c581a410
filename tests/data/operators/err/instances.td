// ARGS: --release 22
// `!instances`, which releases since 21 have, takes a class and a regular expression.
class A;
def a : A;
def noClass { list<int> l = !instances<int>(); }
def intOperand { list<A> l = !instances<A>(5); }
def badExpression { list<A> l = !instances<A>("("); }
def missingClass { list<A> l = !instances<Missing>(); }
