//! Rows of AMDGPU on a small description with the names of its methods.

use tablewright_machine::{Machine, MachineOptions};
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

const PRELUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target/prelude");

const TARGET: &str = include_str!("amdgpu.td");

/// Checks the text of words for a processor. The text after a word's size is `<unknown>` if it is not an instruction.
fn check(cpu: &str, rows: &[(&[u32], &str)]) {
    let session = Session::new().include_dir(PRELUDE);
    let loaded = session.load_text("a.td", TARGET.to_owned()).expect("the description is valid");
    let options = MachineOptions { processor: Some(cpu.to_owned()), ..MachineOptions::default() };
    let mut diagnostics = Diagnostics::new();
    let machine = Machine::new(&loaded.store, &options, &mut diagnostics);
    let machine = machine.unwrap_or_else(|error| panic!("{error:?}, {diagnostics:?}"));
    for (words, expected) in rows {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut text = String::new();
        match machine.decode(&bytes) {
            Ok(decoded) => {
                assert_eq!(decoded.size, bytes.len(), "{words:x?}");
                machine.print(&decoded.insn, &mut text);
            }
            Err(_) => text.push_str("<unknown>"),
        }
        assert_eq!(text, *expected, "{words:x?}");
    }
}

#[test]
fn sources_are_registers_of_all_files() {
    check(
        "gfx900",
        &[
            (&[0x0132_0003], "v_add_f32_e32 v1, s3, v3"),
            (&[0x0132_0105], "v_add_f32_e32 v1, v5, v3"),
            (&[0x0132_006a], "v_add_f32_e32 v1, vcc_lo, v3"),
            (&[0x0132_006d], "v_add_f32_e32 v1, ttmp1, v3"),
            (&[0x0132_007c], "v_add_f32_e32 v1, m0, v3"),
            (&[0x0132_00fd], "v_add_f32_e32 v1, src_scc, v3"),
            // A number without a meaning.
            (&[0x0132_00d1], "<unknown>"),
        ],
    );
    check("fiji", &[(&[0x0132_0070], "v_add_f32_e32 v1, ttmp0, v3")]);
    check(
        "gfx1100",
        &[
            (&[0x0132_007c], "v_add_f32_e32 v1, null, v3"),
            (&[0x0132_007d], "v_add_f32_e32 v1, m0, v3"),
        ],
    );
}

#[test]
fn scalar_tuples_begin_at_a_multiple_of_their_size() {
    check(
        "gfx900",
        &[
            (&[0x0602_0004], "s_mov_b64 s[2:3], s[4:5]"),
            (&[0x0603_0005], "s_mov_b64 s[2:3], s[4:5]"),
            (&[0x0602_0105], "s_mov_b64 s[2:3], v[5:6]"),
            (&[0x066a_006a], "s_mov_b64 vcc, vcc"),
            // Half of a register.
            (&[0x066a_006b], "<unknown>"),
        ],
    );
}

#[test]
fn constants_are_printed_in_the_format_of_their_operand() {
    check(
        "gfx900",
        &[
            (&[0x0132_00c0], "v_add_f32_e32 v1, 64, v3"),
            (&[0x0132_00d0], "v_add_f32_e32 v1, -16, v3"),
            (&[0x0132_00f8], "v_add_f32_e32 v1, 0.15915494, v3"),
            (&[0x0332_00f3], "v_add_f16_e32 v1, -1.0, v3"),
            (&[0x0232_00f3], "v_add_u16_e32 v1, 0xbc00, v3"),
            (&[0x1032_00f3], "v_dot_f16_e32 v1, -1.0, v3"),
            (&[0x1032_00ff, 0x39ab_d71c], "v_dot_f16_e32 v1, 0x39abd71c, v3"),
            (&[0x0602_00f8], "s_mov_b64 s[2:3], 0.15915494309189532"),
            (&[0x0702_00f2], "s_mov_f64 s[2:3], 1.0"),
        ],
    );
}

#[test]
fn literals_follow_the_instruction() {
    check(
        "gfx900",
        &[
            (&[0x0132_00ff, 0x4142_4344], "v_add_f32_e32 v1, 0x41424344, v3"),
            (&[0x0132_00ff, 0x3f80_0000], "v_add_f32_e32 v1, 1.0, v3"),
            (&[0x0132_00ff], "<unknown>"),
            (&[0x0332_00ff, 0x0001_2345], "v_add_f16_e32 v1, 0x2345, v3"),
            // The literal is the upper half.
            (&[0x0702_00ff, 0x3ff0_0000], "s_mov_f64 s[2:3], 1.0"),
            (&[0x0602_00ff, 0x3ff0_0000], "s_mov_b64 s[2:3], 0x3ff00000"),
            // This instruction always has a literal, which a source may repeat.
            (&[0x0d02_00ff, 0x1234], "v_madmk_f32 v1, 0x1234, 0x1234"),
            // Only later processors have literals after long instructions.
            (&[0x0e00_0001, 0x0000_00ff, 0x1234], "<unknown>"),
        ],
    );
    check("gfx1030", &[(&[0x0e00_0001, 0x0000_00ff, 0x1234], "v_add_f32_e64 v1, 0x1234, s0")]);
}

#[test]
fn sources_have_modifiers() {
    check(
        "gfx900",
        &[
            (&[0x0e00_1301, 0x0002_0301], "v_add_f32_e64 v1, -|v1|, -v1"),
            (&[0x0e03_0101, 0x0002_02f2], "v_add_f32_e64 v1, neg(1.0), v1 clamp mul:2"),
            (&[0x0e00_8001, 0x0002_0301], "v_add_f32_e64 v1, v1, v1"),
            (&[0x0e00_4801, 0x0002_0301], "v_add_f32_e64 v1, v1, v1 op_sel:[0,1,1]"),
        ],
    );
}

#[test]
fn masks_are_printed_although_they_are_not_operands() {
    check(
        "gfx900",
        &[
            (&[0x0432_0003], "v_cndmask_b32_e32 v1, s3, v3, vcc"),
            (&[0x0530_0003], "v_cmp_eq_f32_e32 vcc, s3, v3"),
        ],
    );
    check("gfx1030", &[(&[0x0432_0003], "v_cndmask_b32_e32 v1, s3, v3, vcc_lo")]);
}

#[test]
fn control_numbers_have_names() {
    check(
        "gfx900",
        &[
            (&[0x0800_0070], "s_waitcnt vmcnt(0) lgkmcnt(0)"),
            (&[0x0800_ffff], "s_waitcnt vmcnt(63) expcnt(7) lgkmcnt(15)"),
            (&[0x0900_0001], "s_sendmsg sendmsg(MSG_INTERRUPT)"),
            (&[0x0900_0112], "s_sendmsg sendmsg(MSG_GS, GS_OP_CUT, 1)"),
            (&[0x0900_0002], "s_sendmsg sendmsg(2, 0, 0)"),
            (&[0x0900_0082], "s_sendmsg 130"),
            (&[0x0a00_f801], "s_getreg hwreg(HW_REG_MODE)"),
            (&[0x0a00_0841], "s_getreg hwreg(HW_REG_MODE, 1, 2)"),
            (&[0x0a00_f828], "s_getreg hwreg(40)"),
        ],
    );
    check("fiji", &[(&[0x0800_ffff], "s_waitcnt vmcnt(15) expcnt(7) lgkmcnt(15)")]);
    check("gfx1100", &[(&[0x0900_0002], "s_sendmsg sendmsg(MSG_HS_TESSFACTOR)")]);
}

#[test]
fn lanes_have_names() {
    check(
        "gfx900",
        &[
            (&[0x0b00_00e4], "v_dpp quad_perm:[0,1,2,3]"),
            (&[0x0b00_0143], "v_dpp row_bcast:31"),
            (&[0x0c00_801b], "ds_swizzle offset:swizzle(QUAD_PERM,3,2,1,0)"),
            (&[0x0c00_041f], "ds_swizzle offset:swizzle(SWAP,1)"),
            (&[0x0c00_0c1f], "ds_swizzle offset:swizzle(REVERSE,4)"),
            (&[0x0c00_001e], "ds_swizzle offset:swizzle(BROADCAST,2,0)"),
            (&[0x0c00_0207], "ds_swizzle offset:swizzle(BITMASK_PERM,\"10ppp\")"),
        ],
    );
    check("gfx1030", &[(&[0x0b00_0153], "v_dpp row_share:3")]);
}

#[test]
fn scalar_offsets_have_a_sign_in_later_generations() {
    check("gfx900", &[(&[0x0f00_0002, 0x001f_ffff], "s_load s[2:3], -0x1")]);
    check("fiji", &[(&[0x0f00_0002, 0x001f_ffff], "s_load s[2:3], 0xfffff")]);
}
