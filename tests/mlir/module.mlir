module {
  func.func @sum(%arg0: index) -> index {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = scf.for %arg1 = %c0 to %arg0 step %c1 iter_args(%arg2 = %c0) -> (index) {
      %3 = arith.addi %arg2, %arg1 overflow<nuw> : index
      scf.yield %3 : index
    }
    %1 = arith.cmpi ult, %0, %c1 : index
    %2 = arith.select %1, %c0, %0 : index
    return %2 : index
  }
}
