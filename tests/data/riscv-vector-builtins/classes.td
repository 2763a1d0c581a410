class PolicyScheme<int value> { int Value = value; }
def NonePolicy : PolicyScheme<0>;
def HasPassthruOperand : PolicyScheme<1>;
def HasPolicyOperand : PolicyScheme<2>;
class RVVBuiltin<string suffix, string prototype, string types> {
  string Name = NAME;
  string Suffix = suffix;
  string OverloadedName = "";
  string OverloadedSuffix = "";
  string TypeRange = types;
  string Prototype = prototype;
  bit HasMasked = 1;
  bit HasMaskedOffOperand = 1;
  bit HasVL = 1;
  PolicyScheme MaskedPolicyScheme = HasPolicyOperand;
  PolicyScheme UnMaskedPolicyScheme = NonePolicy;
  bit HasTailPolicy = 1;
  bit HasMaskPolicy = 1;
  bit SupportOverloading = 1;
  list<int> Log2LMUL = [0, 1, 2, 3, -1, -2, -3];
  code ManualCodegen = "";
  list<int> IntrinsicTypes = [];
  string IRName = NAME;
  string MaskedIRName = NAME # "_mask";
  bit HasBuiltinAlias = 1;
  list<string> RequiredFeatures = [];
  int NF = 1;
  bit IsTuple = 0;
  bit HasFRMRoundModeOp = 0;
}
class RVVHeader<code text> { code HeaderCode = text; }
