// ARGS: --print-records
class Register<string name, bits<3> encoding> {
  string Name = name;
  bits<3> Encoding = encoding;
  list<string> AltNames = [];
}

foreach i = 0...1 in
  def R#i : Register<"r"#i, i>;

let AltNames = ["sp", "stack"] in
  def R6 : Register<"r6", 6>;

def ins;

class Instruction {
  bits<4> Inst;
  bits<2> rd;
  let Inst{3-2} = 0b10;
  let Inst{1-0} = rd;
  dag Operands = (ins R0:$rd, ?:$rs);
  code Action = [{ R[rd] = 0; }];
  Register Clobbers = ?;
}

def CLEAR : Instruction {
  let Clobbers = R6;
}
def : Register<"anonymous", 7>;
