// ARGS: --release 22 --gen-target-features

// Features are numbered in natural order of their records and listed by name; one without a name is numbered
// only. A processor has the features that it lists, without those that they imply.

class Target;
def Toy : Target;

class SubtargetFeature<string n, list<SubtargetFeature> i = []> {
  string Name = n;
  string FieldName = "Has";
  string Value = "true";
  string Desc = "";
  list<SubtargetFeature> Implies = i;
}
def F10 : SubtargetFeature<"base">;
def F9 : SubtargetFeature<"wide", [F10]>;
def Hidden : SubtargetFeature<"">;

class Processor<string n, list<SubtargetFeature> f, list<SubtargetFeature> tune> {
  string Name = n;
  list<SubtargetFeature> Features = f;
  list<SubtargetFeature> TuneFeatures = tune;
}
def : Processor<"toy2", [F9], [F10]>;
def : Processor<"toy", [F10, Hidden], []>;
