// ARGS: --gen-vt
include "value-types.inc"

def OtherVT : ValueType<0, 1> { let LLVMName = "Other"; }

def i1 : VTInt<1, 2>;
def i24 : VTInt<24, 3>;
def i32 : VTInt<32, 4>;

def bf16 : VTFP<16, 5>;
def f16 : VTFP<16, 6>;
def f32 : VTFP<32, 7>;
def f64 : VTFP<64, 8>;
def f80 : VTFP<80, 9>;
def f128 : VTFP<128, 10>;
def ppcf128 : VTFP<128, 11>;

def v4i1 : VTVec<4, i1, 12>;
def v2i24 : VTVec<2, i24, 13>;
def v4f32 : VTVec<4, f32, 14>;
def nxv4i32 : VTScalableVec<4, i32, 15>;
def nxv2bf16 : VTScalableVec<2, bf16, 16>;

let isNormalValueType = false in {
  def iAny : VTAny<254>;
  def Any : VTAny<255>;
}
