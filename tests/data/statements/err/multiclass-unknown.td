// A `defm` and a multiclass name multiclasses that are defined before (ProgRef, "defm").
defm d : Missing;
multiclass N : Gone {
  def z;
}
