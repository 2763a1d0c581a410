class A<int n>;
foreach i = [1] in if !exists<A>(undefined) then def x#i : A<i>;
