//! Enumerators for operands and decisions.

use tablewright_target::decoding::x86::mod_rm::DecisionKind;
use tablewright_target::decoding::x86::operand_kind::{OperandEncoding, OperandType};
use tablewright_text::{CppWriter, append};

pub(super) fn decision(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::OneEntry => "MODRM_ONEENTRY",
        DecisionKind::SplitRm => "MODRM_SPLITRM",
        DecisionKind::SplitMisc => "MODRM_SPLITMISC",
        DecisionKind::SplitReg => "MODRM_SPLITREG",
        DecisionKind::Full => "MODRM_FULL",
    }
}

pub(super) fn encoding(encoding: OperandEncoding, w: &mut CppWriter) {
    w.raw("ENCODING_");
    w.raw(match encoding {
        OperandEncoding::None => "NONE",
        OperandEncoding::Reg => "REG",
        OperandEncoding::Rm(_) => "RM",
        OperandEncoding::Sib => "SIB",
        OperandEncoding::Vsib(_) => "VSIB",
        OperandEncoding::Vvvv => "VVVV",
        OperandEncoding::WriteMask => "WRITEMASK",
        OperandEncoding::Ib => "IB",
        OperandEncoding::Iw => "IW",
        OperandEncoding::Id => "ID",
        OperandEncoding::Io => "IO",
        OperandEncoding::Rb => "RB",
        OperandEncoding::Ro => "RO",
        OperandEncoding::Fp => "FP",
        OperandEncoding::Iv => "Iv",
        OperandEncoding::Ia => "Ia",
        OperandEncoding::Irc => "IRC",
        OperandEncoding::Rv => "Rv",
        OperandEncoding::Cc => "CC",
        OperandEncoding::Cf => "CF",
        OperandEncoding::Dup => "DUP",
        OperandEncoding::Si => "SI",
        OperandEncoding::Di => "DI",
    });
    if let OperandEncoding::Rm(scale @ 1..) | OperandEncoding::Vsib(scale @ 1..) = encoding {
        append!(w, "_CD", 1u32 << scale);
    }
}

pub(super) fn operand_type(operand_type: OperandType, w: &mut CppWriter) {
    w.raw("TYPE_");
    w.raw(match operand_type {
        OperandType::None => "NONE",
        OperandType::Rel => "REL",
        OperandType::R8 => "R8",
        OperandType::R16 => "R16",
        OperandType::R32 => "R32",
        OperandType::R64 => "R64",
        OperandType::Imm => "IMM",
        OperandType::UImm8 => "UIMM8",
        OperandType::M => "M",
        OperandType::MSib => "MSIB",
        OperandType::MVsibX => "MVSIBX",
        OperandType::MVsibY => "MVSIBY",
        OperandType::MVsibZ => "MVSIBZ",
        OperandType::SrcIdx => "SRCIDX",
        OperandType::DstIdx => "DSTIDX",
        OperandType::MOffs => "MOFFS",
        OperandType::St => "ST",
        OperandType::Mm64 => "MM64",
        OperandType::Xmm => "XMM",
        OperandType::Ymm => "YMM",
        OperandType::Zmm => "ZMM",
        OperandType::Vk => "VK",
        OperandType::VkPair => "VK_PAIR",
        OperandType::Tmm => "TMM",
        OperandType::SegmentReg => "SEGMENTREG",
        OperandType::DebugReg => "DEBUGREG",
        OperandType::ControlReg => "CONTROLREG",
        OperandType::Bndr => "BNDR",
        OperandType::Rv => "Rv",
        OperandType::Dup(_) => "DUP",
    });
    if let OperandType::Dup(operand) = operand_type {
        append!(w, u32::from(operand));
    }
}
