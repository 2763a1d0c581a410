//! X86 operand kinds: operand types and encodings by record name.
//!
//! Decoders identify operands by type and encoding, both enumerators. Record names come from the
//! target description.

/// An operand type, named after its enumerator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the enumerators are the names")]
pub enum X86OperandType {
    None,
    Rel,
    R8,
    R16,
    R32,
    R64,
    Imm,
    UImm8,
    M,
    MSib,
    MVsibX,
    MVsibY,
    MVsibZ,
    SrcIdx,
    DstIdx,
    MOffs,
    St,
    Mm64,
    Xmm,
    Ymm,
    Zmm,
    Vk,
    VkPair,
    Tmm,
    SegmentReg,
    DebugReg,
    ControlReg,
    Bndr,
    /// A register with the operand size of the instruction.
    Rv,
    /// The same value as the operand with this index.
    Dup(u8),
}

/// An operand position in encodings, named after its enumerator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the enumerators are the names")]
pub enum OperandEncoding {
    None,
    Reg,
    /// The displacement unit is two to this power, in bytes.
    Rm(u8),
    Sib,
    /// The displacement unit is two to this power, in bytes.
    Vsib(u8),
    Vvvv,
    WriteMask,
    Ib,
    Iw,
    Id,
    Io,
    Rb,
    Ro,
    Fp,
    Iv,
    Ia,
    Irc,
    /// The register in the opcode, with the operand size of the instruction.
    Rv,
    Cc,
    Cf,
    Dup,
    Si,
    Di,
}

/// The operand size required by an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandSize {
    /// No required size: prefixes do not change it.
    Fixed,
    /// 16 bits.
    Bits16,
    /// 32 bits.
    Bits32,
}

/// The position of an operand in an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slot {
    /// After the opcode: an address or a number.
    Relocation,
    /// After the opcode: a number or a register.
    Immediate,
    /// In the lowest opcode bits.
    OpcodeModifier,
    /// In ModR/M.rm, as a register.
    RmRegister,
    /// In ModR/M.reg.
    RoRegister,
    /// In ModR/M, as memory.
    Memory,
    /// In the vvvv field of a prefix.
    VvvvRegister,
    /// In the aaa field of a prefix.
    WriteMask,
}

impl Slot {
    /// Returns the name for messages about an operand that does not fit the slot.
    pub fn description(self) -> &'static str {
        match self {
            Slot::Relocation => "relocation",
            Slot::Immediate => "immediate",
            Slot::OpcodeModifier => "opcode modifier",
            Slot::RmRegister => "R/M register",
            Slot::RoRegister => "reg/opcode register",
            Slot::Memory => "memory",
            Slot::VvvvRegister => "VEX.vvvv register",
            Slot::WriteMask => "mask register",
        }
    }
}

/// Returns the operand type for a record name.
pub fn operand_type(record: &str, has_rex_w: bool, size: OperandSize) -> Option<X86OperandType> {
    Some(match (record, size) {
        // An operand-size prefix changes the width, but REX.W does not.
        ("GR32", OperandSize::Bits32) if !has_rex_w => X86OperandType::Rv,
        ("GR16", OperandSize::Bits16) => X86OperandType::Rv,
        _ => kind(record)?,
    })
}

/// Returns the type determined by the name alone.
fn kind(record: &str) -> Option<X86OperandType> {
    Some(match record {
        "GR8" => X86OperandType::R8,
        "GR16" | "GR16orGR32orGR64" => X86OperandType::R16,
        "GR32" | "GR32orGR64" => X86OperandType::R32,
        "GR64" => X86OperandType::R64,
        "VR64" => X86OperandType::Mm64,
        "FR16" | "FR16X" | "FR32" | "FR32X" | "FR64" | "FR64X" | "FR128" | "VR128" | "VR128X" => {
            X86OperandType::Xmm
        }
        "VR256" | "VR256X" => X86OperandType::Ymm,
        "VR512" => X86OperandType::Zmm,
        "RST" | "RSTi" => X86OperandType::St,
        "SEGMENT_REG" => X86OperandType::SegmentReg,
        "DEBUG_REG" => X86OperandType::DebugReg,
        "CONTROL_REG" => X86OperandType::ControlReg,
        "BNDR" => X86OperandType::Bndr,
        "TILE" => X86OperandType::Tmm,
        "ccode" | "cflags" | "AVX512RC" => X86OperandType::Imm,
        "u4imm" => X86OperandType::UImm8,
        "sibmem" => X86OperandType::MSib,
        _ => return kind_by_pattern(record),
    })
}

/// Returns the type for a name pattern: `VK8WM`, `i32i8imm`, `vx128mem`, `offset32_8` and similar
/// names.
fn kind_by_pattern(record: &str) -> Option<X86OperandType> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    if let Some(masks) = record.strip_prefix("VK") {
        let pair = masks.strip_suffix("Pair");
        let single = masks.strip_suffix("WM").unwrap_or(masks);
        return match pair {
            Some(pair) if is_number(pair) => Some(X86OperandType::VkPair),
            _ => is_number(single).then_some(X86OperandType::Vk),
        };
    }
    let numbered = [
        ("srcidx", X86OperandType::SrcIdx),
        ("dstidx", X86OperandType::DstIdx),
        ("brtarget", X86OperandType::Rel),
    ];
    for (prefix, kind) in numbered {
        if let Some(suffix) = record.strip_prefix(prefix) {
            return is_number(suffix).then_some(kind);
        }
    }
    if record.starts_with("offset") {
        return Some(X86OperandType::MOffs);
    }
    if record.ends_with("imm_brtarget") {
        return Some(X86OperandType::Rel);
    }
    if record.ends_with("u8imm") {
        return Some(X86OperandType::UImm8);
    }
    if record.starts_with('i') && record.ends_with("imm") {
        return Some(X86OperandType::Imm);
    }
    // Memory operands with several addresses are named after their index vector.
    if record.ends_with("mem") || record.starts_with("i512mem_") {
        let vector = record.trim_end_matches("mem").trim_end_matches('x');
        let is_vector = |prefix| vector.strip_prefix(prefix).is_some_and(is_number);
        return Some(match () {
            () if is_vector("vx") => X86OperandType::MVsibX,
            () if is_vector("vy") => X86OperandType::MVsibY,
            () if is_vector("vz") => X86OperandType::MVsibZ,
            () => X86OperandType::M,
        });
    }
    None
}

/// Returns the operand encoding for a record name in a slot; `None` if the operand does not fit the
/// slot.
pub fn operand_encoding(record: &str, slot: Slot, size: OperandSize) -> Option<OperandEncoding> {
    let kind = kind(record)?;
    match slot {
        Slot::Relocation if kind == X86OperandType::Rel => relative(record),
        Slot::Relocation if kind == X86OperandType::MOffs => Some(OperandEncoding::Ia),
        Slot::Relocation if kind == X86OperandType::SrcIdx => Some(OperandEncoding::Si),
        Slot::Relocation if kind == X86OperandType::DstIdx => Some(OperandEncoding::Di),
        Slot::Relocation if !matches!(kind, X86OperandType::Imm | X86OperandType::UImm8) => None,
        Slot::Relocation if record == "i64imm" => Some(OperandEncoding::Io),
        Slot::Relocation => number(record, size),
        Slot::Immediate => match (record, kind) {
            ("AVX512RC", _) => Some(OperandEncoding::Irc),
            (_, X86OperandType::Imm | X86OperandType::UImm8) => number(record, size),
            // A register number can replace an immediate.
            (
                _,
                X86OperandType::Xmm
                | X86OperandType::Ymm
                | X86OperandType::Zmm
                | X86OperandType::Tmm,
            ) => Some(OperandEncoding::Ib),
            _ => None,
        },
        Slot::OpcodeModifier => match (record, kind) {
            ("ccode", _) => Some(OperandEncoding::Cc),
            (_, X86OperandType::R8) => Some(OperandEncoding::Rb),
            ("GR16" | "GR32", _) => Some(OperandEncoding::Rv),
            (_, X86OperandType::R64) => Some(OperandEncoding::Ro),
            _ => None,
        },
        Slot::RmRegister if kind == X86OperandType::St => Some(OperandEncoding::Fp),
        Slot::RmRegister => is_register(kind).then_some(OperandEncoding::Rm(0)),
        Slot::RoRegister => {
            let is_only_in_reg = matches!(
                kind,
                X86OperandType::SegmentReg
                    | X86OperandType::DebugReg
                    | X86OperandType::ControlReg
                    | X86OperandType::VkPair
            );
            (is_only_in_reg || is_register(kind)).then_some(OperandEncoding::Reg)
        }
        Slot::VvvvRegister => is_register(kind).then_some(OperandEncoding::Vvvv),
        Slot::WriteMask => record.ends_with("WM").then_some(OperandEncoding::WriteMask),
        Slot::Memory if kind == X86OperandType::M => Some(OperandEncoding::Rm(0)),
        Slot::Memory if kind == X86OperandType::MSib => Some(OperandEncoding::Sib),
        Slot::Memory => {
            let vectors = [X86OperandType::MVsibX, X86OperandType::MVsibY, X86OperandType::MVsibZ];
            vectors.contains(&kind).then_some(OperandEncoding::Vsib(0))
        }
    }
}

/// Whether ModR/M and prefixes can encode registers with this type.
fn is_register(kind: X86OperandType) -> bool {
    matches!(
        kind,
        X86OperandType::R8
            | X86OperandType::R16
            | X86OperandType::R32
            | X86OperandType::R64
            | X86OperandType::Mm64
            | X86OperandType::Xmm
            | X86OperandType::Ymm
            | X86OperandType::Zmm
            | X86OperandType::Vk
            | X86OperandType::Bndr
            | X86OperandType::Tmm
    )
}

/// Returns the encoding for a number. The name ends with the number of encoded bits.
fn number(record: &str, size: OperandSize) -> Option<OperandEncoding> {
    Some(match record {
        "i16imm" if size != OperandSize::Bits16 => OperandEncoding::Iw,
        "i16imm" | "i32imm" => OperandEncoding::Iv,
        "i64i32imm" => OperandEncoding::Id,
        "cflags" => OperandEncoding::Cf,
        "ccode" => OperandEncoding::Cc,
        _ if record.ends_with("8imm") || record == "u4imm" => OperandEncoding::Ib,
        _ => return None,
    })
}

/// Returns the encoding for a relative distance.
fn relative(record: &str) -> Option<OperandEncoding> {
    let bits = record
        .strip_prefix("brtarget")
        .or_else(|| record.strip_suffix("imm_brtarget")?.rsplit('i').next())?;
    match bits {
        "8" => Some(OperandEncoding::Ib),
        "16" => Some(OperandEncoding::Iw),
        "32" => Some(OperandEncoding::Id),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_operands_are() {
        let kind = |name| operand_type(name, false, OperandSize::Fixed);
        assert_eq!(kind("VK16WM"), Some(X86OperandType::Vk));
        assert_eq!(kind("VK2Pair"), Some(X86OperandType::VkPair));
        assert_eq!(kind("vy256xmem"), Some(X86OperandType::MVsibY));
        assert_eq!(kind("i512mem_GR32"), Some(X86OperandType::M));
        assert_eq!(kind("i16u8imm"), Some(X86OperandType::UImm8));
        assert_eq!(kind("i64i32imm_brtarget"), Some(X86OperandType::Rel));
        assert_eq!(kind("VKx"), None);
        assert_eq!(kind("GR128"), None);
    }

    #[test]
    fn a_prefix_changes_the_width() {
        assert_eq!(operand_type("GR32", false, OperandSize::Bits32), Some(X86OperandType::Rv));
        assert_eq!(operand_type("GR32", true, OperandSize::Bits32), Some(X86OperandType::R32));
        assert_eq!(operand_type("GR32", false, OperandSize::Bits16), Some(X86OperandType::R32));
    }

    #[test]
    fn slots_hold_some_operands() {
        let encoding = |name, slot| operand_encoding(name, slot, OperandSize::Fixed);
        assert_eq!(encoding("i32i8imm", Slot::Immediate), Some(OperandEncoding::Ib));
        assert_eq!(encoding("VR256", Slot::Immediate), Some(OperandEncoding::Ib));
        assert_eq!(encoding("i16imm_brtarget", Slot::Relocation), Some(OperandEncoding::Iw));
        assert_eq!(encoding("i16imm", Slot::Relocation), Some(OperandEncoding::Iw));
        assert_eq!(encoding("vz512mem", Slot::Memory), Some(OperandEncoding::Vsib(0)));
        assert_eq!(encoding("VK8", Slot::WriteMask), None);
        assert_eq!(encoding("GR32", Slot::Memory), None);
        assert_eq!(
            operand_encoding("i16imm", Slot::Immediate, OperandSize::Bits16),
            Some(OperandEncoding::Iv)
        );
    }
}
