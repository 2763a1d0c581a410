// ARGS: --release 24 --gen-vt
// There is no section for the elements of vectors.
class ValueType<int size, string llvm_name = NAME> {
  string LLVMName = llvm_name;
  int Size = size;
  int nElem = 1;
  ValueType ElementType = ?;
  bit isOverloaded = false;
  bit isInteger = false;
  bit isFP = false;
  bit isVector = false;
  bit isScalable = false;
  int NF = 0;
  bit isRISCVVecTuple = false;
  bit isNormalValueType = true;
  bit isCheriCapability = false;
}
def OtherVT : ValueType<0, "Other">;
let isInteger = true in {
  def i8 : ValueType<8>;
  def v2i8 : ValueType<16> {
    let isVector = true;
    let nElem = 2;
    let ElementType = i8;
  }
}
def pair : ValueType<32> {
  let isRISCVVecTuple = true;
  let NF = 2;
  let ElementType = i8;
}
def capability : ValueType<64> { let isCheriCapability = true; }
let isNormalValueType = false in
def Any : ValueType<0> { let isOverloaded = true; }
