// ARGS: --print-sets
class Set<dag elements> {
  dag Elements = elements;
}
def add; def sub; def and; def shl; def trunc; def rotl; def rotr;
def decimate; def interleave; def sequence;

foreach i = 0...7 in def R#i;

def All : Set<(sequence "R%u", 0, 7)>;
def Without : Set<(sub All, R1, (add R5, R6))>;
def Common : Set<(and (sequence "R%u", 0, 3), (sequence "R%u", 2, 5))>;
def Tail : Set<(shl All, 5)>;
def Head : Set<(trunc All, 2)>;
def Left : Set<(rotl Head, 1)>;
def Right : Set<(rotr All, 1)>;
def Even : Set<(decimate All, 2)>;
def Odd : Set<(decimate (shl All, 1), 2)>;
def Mixed : Set<(interleave Even, Odd)>;
def Thirds : Set<(sequence "R%u", 0, 7, 3)>;
def Nested : Set<(add Head, Tail, Head)>;
