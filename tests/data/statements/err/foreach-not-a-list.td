multiclass M<int n> { foreach i = "text" in def x#i; }
foreach j = ? in def y#j;
