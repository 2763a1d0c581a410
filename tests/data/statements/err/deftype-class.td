class A;
deftype T = A;
deftype A = int;
