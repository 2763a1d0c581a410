//===- ToySchedule.td - What the instructions of Toy do -------------------===//

// Each instruction names what it does when it writes a result, and what it reads its
// operands for; how long that takes is up to the CPU.
def WriteALU   : SchedWrite;
def WriteMul   : SchedWrite;
def WriteLoad  : SchedWrite;
def WriteStore : SchedWrite;
def WriteJump  : SchedWrite;
def ReadALU    : SchedRead;
def ReadMem    : SchedRead;
