//! Kinds of X86's operands: the type that the name of a record stands for, and its encodings.
//!
//! Decoders know operands by type and encoding, both enumerators. The names of records are those of
//! the target's description.

/// A type of operands, named like its enumerator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the enumerators are the names")]
pub enum OperandType {
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
    /// A register as wide as operands of the instruction are.
    Rv,
    /// The same as the operand of that number.
    Dup(u8),
}

/// A place of operands in encodings, named like its enumerator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the enumerators are the names")]
pub enum OperandEncoding {
    None,
    Reg,
    /// With displacements in units of two to this power.
    Rm(u8),
    Sib,
    /// With displacements in units of two to this power.
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
    /// The register in the opcode, as wide as operands of the instruction are.
    Rv,
    Cc,
    Cf,
    Dup,
    Si,
    Di,
}

/// The size of operands that an instruction demands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandSize {
    /// None: no prefix changes it.
    Fixed,
    /// 16 bits.
    Bits16,
    /// 32 bits.
    Bits32,
}

/// Where an instruction puts an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slot {
    /// Behind the opcode: an address, or a number.
    Relocation,
    /// Behind the opcode: a number, or a register.
    Immediate,
    /// In the lowest bits of the opcode.
    OpcodeModifier,
    /// In ModR/M, as a register.
    RmRegister,
    /// In the middle bits of ModR/M.
    RoRegister,
    /// In ModR/M, as memory.
    Memory,
    /// In the field vvvv of a prefix.
    VvvvRegister,
    /// In the field aaa of a prefix.
    WriteMask,
}

impl Slot {
    /// What an operand that cannot be there is called in the message.
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

/// The type of operands of a record.
pub fn operand_type(record: &str, has_rex_w: bool, size: OperandSize) -> Option<OperandType> {
    Some(match (record, size) {
        // A prefix changes how wide these are, REX.W does not.
        ("GR32", OperandSize::Bits32) if !has_rex_w => OperandType::Rv,
        ("GR16", OperandSize::Bits16) => OperandType::Rv,
        _ => kind(record)?,
    })
}

/// What is said by the name alone.
fn kind(record: &str) -> Option<OperandType> {
    Some(match record {
        "GR8" => OperandType::R8,
        "GR16" | "GR16orGR32orGR64" => OperandType::R16,
        "GR32" | "GR32orGR64" => OperandType::R32,
        "GR64" => OperandType::R64,
        "VR64" => OperandType::Mm64,
        "FR16" | "FR16X" | "FR32" | "FR32X" | "FR64" | "FR64X" | "FR128" | "VR128" | "VR128X" => {
            OperandType::Xmm
        }
        "VR256" | "VR256X" => OperandType::Ymm,
        "VR512" => OperandType::Zmm,
        "RST" | "RSTi" => OperandType::St,
        "SEGMENT_REG" => OperandType::SegmentReg,
        "DEBUG_REG" => OperandType::DebugReg,
        "CONTROL_REG" => OperandType::ControlReg,
        "BNDR" => OperandType::Bndr,
        "TILE" => OperandType::Tmm,
        "ccode" | "cflags" | "AVX512RC" => OperandType::Imm,
        "u4imm" => OperandType::UImm8,
        "sibmem" => OperandType::MSib,
        _ => return kind_by_pattern(record),
    })
}

/// The families of names: `VK8WM`, `i32i8imm`, `vx128mem`, `offset32_8` and so on.
fn kind_by_pattern(record: &str) -> Option<OperandType> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    if let Some(masks) = record.strip_prefix("VK") {
        let pair = masks.strip_suffix("Pair");
        let single = masks.strip_suffix("WM").unwrap_or(masks);
        return match pair {
            Some(pair) if is_number(pair) => Some(OperandType::VkPair),
            _ => is_number(single).then_some(OperandType::Vk),
        };
    }
    let numbered = [
        ("srcidx", OperandType::SrcIdx),
        ("dstidx", OperandType::DstIdx),
        ("brtarget", OperandType::Rel),
    ];
    for (prefix, kind) in numbered {
        if let Some(rest) = record.strip_prefix(prefix) {
            return is_number(rest).then_some(kind);
        }
    }
    if record.starts_with("offset") {
        return Some(OperandType::MOffs);
    }
    if record.ends_with("imm_brtarget") {
        return Some(OperandType::Rel);
    }
    if record.ends_with("u8imm") {
        return Some(OperandType::UImm8);
    }
    if record.starts_with('i') && record.ends_with("imm") {
        return Some(OperandType::Imm);
    }
    // Memory at several addresses is named after its vector of indices.
    if record.ends_with("mem") || record.starts_with("i512mem_") {
        let vector = record.trim_end_matches("mem").trim_end_matches('x');
        let is_vector = |prefix| vector.strip_prefix(prefix).is_some_and(is_number);
        return Some(match () {
            () if is_vector("vx") => OperandType::MVsibX,
            () if is_vector("vy") => OperandType::MVsibY,
            () if is_vector("vz") => OperandType::MVsibZ,
            () => OperandType::M,
        });
    }
    None
}

/// The encoding of operands of a record in a slot; `None` where they cannot be.
pub fn operand_encoding(record: &str, slot: Slot, size: OperandSize) -> Option<OperandEncoding> {
    let kind = kind(record)?;
    match slot {
        Slot::Relocation if kind == OperandType::Rel => relative(record),
        Slot::Relocation if kind == OperandType::MOffs => Some(OperandEncoding::Ia),
        Slot::Relocation if kind == OperandType::SrcIdx => Some(OperandEncoding::Si),
        Slot::Relocation if kind == OperandType::DstIdx => Some(OperandEncoding::Di),
        Slot::Relocation if !matches!(kind, OperandType::Imm | OperandType::UImm8) => None,
        Slot::Relocation if record == "i64imm" => Some(OperandEncoding::Io),
        Slot::Relocation => number(record, size),
        Slot::Immediate => match (record, kind) {
            ("AVX512RC", _) => Some(OperandEncoding::Irc),
            (_, OperandType::Imm | OperandType::UImm8) => number(record, size),
            // The number of a register can take the place of an immediate.
            (_, OperandType::Xmm | OperandType::Ymm | OperandType::Zmm | OperandType::Tmm) => {
                Some(OperandEncoding::Ib)
            }
            _ => None,
        },
        Slot::OpcodeModifier => match (record, kind) {
            ("ccode", _) => Some(OperandEncoding::Cc),
            (_, OperandType::R8) => Some(OperandEncoding::Rb),
            ("GR16" | "GR32", _) => Some(OperandEncoding::Rv),
            (_, OperandType::R64) => Some(OperandEncoding::Ro),
            _ => None,
        },
        Slot::RmRegister if kind == OperandType::St => Some(OperandEncoding::Fp),
        Slot::RmRegister => is_register(kind).then_some(OperandEncoding::Rm(0)),
        Slot::RoRegister => {
            let is_only_in_reg = matches!(
                kind,
                OperandType::SegmentReg
                    | OperandType::DebugReg
                    | OperandType::ControlReg
                    | OperandType::VkPair
            );
            (is_only_in_reg || is_register(kind)).then_some(OperandEncoding::Reg)
        }
        Slot::VvvvRegister => is_register(kind).then_some(OperandEncoding::Vvvv),
        Slot::WriteMask => record.ends_with("WM").then_some(OperandEncoding::WriteMask),
        Slot::Memory if kind == OperandType::M => Some(OperandEncoding::Rm(0)),
        Slot::Memory if kind == OperandType::MSib => Some(OperandEncoding::Sib),
        Slot::Memory => {
            let vectors = [OperandType::MVsibX, OperandType::MVsibY, OperandType::MVsibZ];
            vectors.contains(&kind).then_some(OperandEncoding::Vsib(0))
        }
    }
}

/// Whether ModR/M and prefixes can name registers of that type.
fn is_register(kind: OperandType) -> bool {
    matches!(
        kind,
        OperandType::R8
            | OperandType::R16
            | OperandType::R32
            | OperandType::R64
            | OperandType::Mm64
            | OperandType::Xmm
            | OperandType::Ymm
            | OperandType::Zmm
            | OperandType::Vk
            | OperandType::Bndr
            | OperandType::Tmm
    )
}

/// The encoding of a number: by how many bits are written, which stand last in the name.
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

/// The encoding of a distance.
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
        assert_eq!(kind("VK16WM"), Some(OperandType::Vk));
        assert_eq!(kind("VK2Pair"), Some(OperandType::VkPair));
        assert_eq!(kind("vy256xmem"), Some(OperandType::MVsibY));
        assert_eq!(kind("i512mem_GR32"), Some(OperandType::M));
        assert_eq!(kind("i16u8imm"), Some(OperandType::UImm8));
        assert_eq!(kind("i64i32imm_brtarget"), Some(OperandType::Rel));
        assert_eq!(kind("VKx"), None);
        assert_eq!(kind("GR128"), None);
    }

    #[test]
    fn a_prefix_changes_the_width() {
        assert_eq!(operand_type("GR32", false, OperandSize::Bits32), Some(OperandType::Rv));
        assert_eq!(operand_type("GR32", true, OperandSize::Bits32), Some(OperandType::R32));
        assert_eq!(operand_type("GR32", false, OperandSize::Bits16), Some(OperandType::R32));
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
