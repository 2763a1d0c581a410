multiclass M { def x; }
multiclass M { def y; }
defm d : Missing;
multiclass N : Gone { def z; }
