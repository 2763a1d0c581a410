//! `tablewright intrinsics`.

use crate::Dir;

/// Where the classes are that Arm's intrinsics are described with.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data");

const NEON: &str = r#"
def VABD : SInst<"vabd", "...", "cQUs">;
def VSHR_N : SInst<"vshr_n", "..I", "i"> { let isShift = 1; }
def VADD : SOpInst<"vadd", "...", "f", Op<(op "+", $p0, $p1)>>;
def VGONE : Inst<"vgone", "..", "i", OP_UNAVAILABLE>;
let ArchGuard = "defined(__aarch64__)", TargetGuard = "bf16,neon" in
def VBFDOT : SInst<"vbfdot", "..BB", "f">;
"#;

fn neon(options: &str) -> crate::Ran {
    let text = format!("include \"{DATA}/arm-neon/classes.td\"\n{NEON}");
    Dir::with(&text).run(&format!("intrinsics {options} a.td"))
}

#[test]
fn without_a_filter_they_are_counted() {
    assert_eq!(
        neon("").ok(),
        "\
5 intrinsics

  count  element type
      2  f32
      1  s32
      1  s8
      1  u16

  count  needs
      4  neon
      1  bf16,neon; defined(__aarch64__)
"
    );
}

#[test]
fn intrinsics_stand_below_what_they_need() {
    assert_eq!(
        neon("--name v*").ok(),
        "\
needs neon
  vabdq_u16   vabd    uint16x8_t (uint16x8_t, uint16x8_t)
  vabd_s8     vabd    int8x8_t (int8x8_t, int8x8_t)
  vadd_f32    vadd    float32x2_t (float32x2_t, float32x2_t)
  vshr_n_s32  vshr_n  int32x2_t (int32x2_t, constant int32_t)

needs bf16,neon; defined(__aarch64__)
  vbfdot_f32  vbfdot  float32x2_t (float32x2_t, bfloat16x4_t, bfloat16x4_t)
"
    );
}

#[test]
fn intrinsics_are_selected_by_name_type_instruction_and_guard() {
    for options in ["--name *_u16", "--type u16", "--type uint16x8_t", "--instruction *vabdq*"] {
        assert!(neon(options).ok().contains("\n  vabdq_u16  "), "{options}");
    }
    assert!(neon("--guard bf*").ok().contains("vbfdot_f32"));
    assert!(!neon("--guard neon --name v*_s*").ok().contains("vbfdot_f32"));
    let ran = neon("--name vgone*");
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(0)));
    assert!(ran.err.contains("no intrinsic is selected"), "{}", ran.err);
}

#[test]
fn json_has_all_facts() {
    let text = neon("--format json --name vshr_n_s32").ok();
    let document: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(
        document,
        serde_json::json!({
            "report": "intrinsics", "version": 1,
            "family": "NEON",
            "intrinsics": [{
                "name": "vshr_n_s32",
                "overloaded_name": null,
                "record": "VSHR_N",
                "instruction": "vshr_n",
                "builtin": "__builtin_neon_vshr_n_v",
                "element_type": "s32",
                "result": "int32x2_t",
                "parameters": [
                    { "type": "int32x2_t", "immediate": false },
                    { "type": "int32_t", "immediate": true },
                ],
                "guards": { "condition": null, "features": "neon", "streaming_features": null },
            }],
        })
    );
}

#[test]
fn scalable_intrinsics_have_an_overloaded_name() {
    let text = format!(
        "include \"{DATA}/arm-sve-header/classes.td\"\n\
         let SMETargetGuard = \"sme\" in\n\
         def SVADD : Inst<\"svadd[_{{d}}]\", \"dPdd\", \"c\", MergeOp1, \"aarch64_sve_add\">;\n"
    );
    let ran = Dir::with(&text).run("intrinsics --name svadd_m a.td");
    assert_eq!(
        ran.ok(),
        "\
needs sve, or sme in streaming mode
  svadd_s8_m  aarch64_sve_add  svint8_t (svbool_t, svint8_t, svint8_t)
"
    );
}

/// The intrinsics of one of the fixtures that headers are made from.
fn m_profile(extension: &str, options: &str) -> String {
    let text = format!("include \"{DATA}/arm-{extension}-header/ok/intrinsics.td\"\n");
    let include = format!("-I {DATA}/arm-{extension}-header");
    Dir::with(&text).run(&format!("intrinsics {options} {include} a.td")).ok()
}

#[test]
fn intrinsics_of_mve_need_the_features_of_their_types() {
    assert_eq!(
        m_profile("mve", "--name vaddq* --name vundef*"),
        "\
needs mve.fp
  vaddq_f32    float32x4_t (float32x4_t, float32x4_t)

needs mve
  vaddq_n_u8    uint8x16_t (uint8x16_t, uint8_t)
  vaddq_s8      int8x16_t (int8x16_t, int8x16_t)
  vaddq_u16     uint16x8_t (uint16x8_t, uint16x8_t)
  vundef        int32x4_t (int32x4_t)
"
    );
}

#[test]
fn intrinsics_of_cde_need_mve_for_vectors() {
    assert_eq!(
        m_profile("cde", "--name __arm_*cx1*"),
        "\
needs __ARM_FEATURE_CDE
  __arm_cx1  arm_cde_cx1  uint32_t (constant int, uint32_t)

needs mve.fp; __ARM_FEATURE_CDE
  __arm_vcx1q_f16  arm_cde_vcx1q  float16x8_t (constant int, float16x8_t)

needs mve; __ARM_FEATURE_CDE
  __arm_vcx1q_u8  arm_cde_vcx1q  uint8x16_t (constant int, uint8x16_t)
"
    );
}

#[test]
fn register_groups_have_intrinsics_of_their_own() {
    let text = format!(
        "include \"{DATA}/riscv-vector-builtins/classes.td\"\n\
         let Name = \"vadd_vv\", IRName = \"vadd\", OverloadedName = \"vadd\" in\n\
         def VADD : RVVBuiltin<\"v\", \"vvv\", \"i\"> {{ let Log2LMUL = [0, 1]; }}\n"
    );
    let dir = Dir::with(&text);
    assert_eq!(
        dir.run("intrinsics --name *vadd_vv_i32m? a.td").ok(),
        "\
needs Zve32x
  __riscv_vadd_vv_i32m1  vadd  vint32m1_t (vint32m1_t, vint32m1_t, size_t)
  __riscv_vadd_vv_i32m2  vadd  vint32m2_t (vint32m2_t, vint32m2_t, size_t)
"
    );
    // Of masked intrinsics with an overloaded name, that shows the policy.
    assert_eq!(
        dir.run("intrinsics --name __riscv_vadd_tumu --type vint32m1_t a.td").ok(),
        "\
needs Zve32x
  __riscv_vadd_vv_i32m1_tumu  VADD_mask  vint32m1_t (vbool32_t, vint32m1_t, vint32m1_t, vint32m1_t, size_t)
"
    );
}

#[test]
fn a_description_without_intrinsics_is_an_error() {
    let failed = Dir::with("class Inst;\n").run("intrinsics a.td").failed();
    assert!(failed.contains("the description does not define vector intrinsics"), "{failed}");
}
