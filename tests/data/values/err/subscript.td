def d { int i = 5[0]; int j = [1, 2]["a"]; int k = ?[0]; }
