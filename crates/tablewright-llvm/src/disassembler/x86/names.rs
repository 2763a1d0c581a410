//! Enumerators for operands and decisions.

use tablewright_target::decoding::x86::mod_rm::DecisionKind;
use tablewright_target::decoding::x86::operand_kind::{OperandEncoding, X86OperandType};
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

pub(super) fn operand_type(operand_type: X86OperandType, w: &mut CppWriter) {
    w.raw("TYPE_");
    w.raw(match operand_type {
        X86OperandType::None => "NONE",
        X86OperandType::Rel => "REL",
        X86OperandType::R8 => "R8",
        X86OperandType::R16 => "R16",
        X86OperandType::R32 => "R32",
        X86OperandType::R64 => "R64",
        X86OperandType::Imm => "IMM",
        X86OperandType::UImm8 => "UIMM8",
        X86OperandType::M => "M",
        X86OperandType::MSib => "MSIB",
        X86OperandType::MVsibX => "MVSIBX",
        X86OperandType::MVsibY => "MVSIBY",
        X86OperandType::MVsibZ => "MVSIBZ",
        X86OperandType::SrcIdx => "SRCIDX",
        X86OperandType::DstIdx => "DSTIDX",
        X86OperandType::MOffs => "MOFFS",
        X86OperandType::St => "ST",
        X86OperandType::Mm64 => "MM64",
        X86OperandType::Xmm => "XMM",
        X86OperandType::Ymm => "YMM",
        X86OperandType::Zmm => "ZMM",
        X86OperandType::Vk => "VK",
        X86OperandType::VkPair => "VK_PAIR",
        X86OperandType::Tmm => "TMM",
        X86OperandType::SegmentReg => "SEGMENTREG",
        X86OperandType::DebugReg => "DEBUGREG",
        X86OperandType::ControlReg => "CONTROLREG",
        X86OperandType::Bndr => "BNDR",
        X86OperandType::Rv => "Rv",
        X86OperandType::Dup(_) => "DUP",
    });
    if let X86OperandType::Dup(operand) = operand_type {
        append!(w, u32::from(operand));
    }
}
