// ARGS: --release 24 --gen-subtarget
// The function that lists the classes of a variant has them in the order of the variant's choices. A choice without a condition
// can precede others.
include "toy.inc"

def IsFast : SchedPredicate<[{isFast(*MI)}]>;
def IsEven : SchedPredicate<[{isEven(*MI)}]>;
def WriteV : SchedWrite;
def ReadV : SchedReadVariant<[SchedVar<IsEven, [ReadALU]>, SchedVar<NoSchedPred, [ReadDefault]>]>;
def MOVE : ToyInst<[WriteV, ReadV]>;
let SchedModel = ToyModel in {
  def P : ProcResource<1>;
  def : WriteRes<WriteALU, [P]>;
  def : WriteRes<WriteLoad, [P]> { let Latency = 3; }
  def : ReadAdvance<ReadALU, 0>;
  def ToyV : SchedWriteVariant<[
    SchedVar<NoSchedPred, [WriteLoad]>,
    SchedVar<IsFast, [WriteALU]>
  ]>;
  def : SchedAlias<WriteV, ToyV>;
}
