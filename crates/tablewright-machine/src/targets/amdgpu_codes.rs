//! AMDGPU source operands: codes for registers, constants and literals in a field.

use crate::syntax::{CodeContext, CodecShape, LiteralPlace, OperandCode};
use crate::text::AsmTextContext;

/// The first vector register's code.
const VECTOR: u64 = 256;
/// The first accumulation register's code.
const ACCUMULATOR: u64 = 512;
/// Codes for the numbers from 0 to 64.
const NATURALS: std::ops::RangeInclusive<u64> = 128..=192;
/// Codes for the numbers from -1 to -16.
const NEGATIVES: std::ops::RangeInclusive<u64> = 193..=208;
/// Codes for constants with a fraction, ordered as [`REALS`].
const FRACTIONS: std::ops::RangeInclusive<u64> = 240..=248;
/// The code for a literal after the instruction.
const LITERAL: u64 = 255;

/// The constants with a fraction as numbers with 16, 32 and 64 bits, and as `bfloat16`. The last one is `1/(2*pi)`.
pub(super) const REALS: [RealConstant; 9] = [
    RealConstant::new("0.5", 0x3800, 0x3f00_0000, 0x3fe0_0000_0000_0000, 0x3f00),
    RealConstant::new("-0.5", 0xb800, 0xbf00_0000, 0xbfe0_0000_0000_0000, 0xbf00),
    RealConstant::new("1.0", 0x3c00, 0x3f80_0000, 0x3ff0_0000_0000_0000, 0x3f80),
    RealConstant::new("-1.0", 0xbc00, 0xbf80_0000, 0xbff0_0000_0000_0000, 0xbf80),
    RealConstant::new("2.0", 0x4000, 0x4000_0000, 0x4000_0000_0000_0000, 0x4000),
    RealConstant::new("-2.0", 0xc000, 0xc000_0000, 0xc000_0000_0000_0000, 0xc000),
    RealConstant::new("4.0", 0x4400, 0x4080_0000, 0x4010_0000_0000_0000, 0x4080),
    RealConstant::new("-4.0", 0xc400, 0xc080_0000, 0xc010_0000_0000_0000, 0xc080),
    RealConstant::new("0.15915494", 0x3118, 0x3e22_f983, 0x3fc4_5f30_6dc9_c882, 0x3e22),
];

/// A constant with a fraction.
#[derive(Clone, Copy)]
pub(super) struct RealConstant {
    pub(super) text: &'static str,
    pub(super) half: i64,
    pub(super) single: i64,
    pub(super) double: i64,
    pub(super) brain: i64,
}

impl RealConstant {
    const fn new(
        text: &'static str,
        half: i64,
        single: i64,
        double: u64,
        brain: i64,
    ) -> RealConstant {
        RealConstant { text, half, single, double: double as i64, brain }
    }
}

/// The format for constants with a fraction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RealFormat {
    Half,
    Brain,
    Single,
    Double,
}

/// A source: its register size, its constants, and the literal shift.
#[derive(Clone, Copy)]
struct Source {
    size: u32,
    /// `None` for a source without constants.
    reals: Option<RealFormat>,
    literal_shift: u32,
    literal: LiteralPlace,
}

impl Source {
    const fn registers(size: u32) -> Source {
        Source { size, reals: None, literal_shift: 0, literal: LiteralPlace::AfterShort }
    }

    /// Returns the source that a method's arguments describe, for example `OPW64, 64, 0`: the registers' size, the
    /// constants' size and their kind.
    fn from_arguments(context: &CodeContext<'_>) -> Option<Source> {
        let reals = match (context.argument(1), context.argument(2)) {
            ("", _) => None,
            ("16", "2") => Some(RealFormat::Brain),
            ("16", _) => Some(RealFormat::Half),
            ("64", _) => Some(RealFormat::Double),
            _ => Some(RealFormat::Single),
        };
        Some(Source { reals, ..Source::registers(size_argument(context)?) })
    }

    /// Returns the operand for a code with nine bits.
    fn operand(self, code: u64, context: &CodeContext<'_>) -> Option<OperandCode> {
        if code >= VECTOR {
            return member("VGPR", self.size, code - VECTOR, 1);
        }
        let Some(reals) = self.reals else { return scalar(code, self.size, context) };
        if NATURALS.contains(&code) {
            return Some(OperandCode::Number((code - NATURALS.start()) as i64));
        }
        if NEGATIVES.contains(&code) {
            return Some(OperandCode::Number(-1 - (code - NEGATIVES.start()) as i64));
        }
        if FRACTIONS.contains(&code) {
            let real = REALS[(code - FRACTIONS.start()) as usize];
            return Some(OperandCode::Number(match reals {
                RealFormat::Half => real.half,
                RealFormat::Brain => real.brain,
                RealFormat::Single => real.single,
                RealFormat::Double => real.double,
            }));
        }
        if code == LITERAL {
            let is_long = context.has_feature("FeatureVOP3Literal");
            let place = if self.literal == LiteralPlace::AfterShort && is_long {
                LiteralPlace::After
            } else {
                self.literal
            };
            return Some(OperandCode::Literal { shift: self.literal_shift, place });
        }
        scalar(code, self.size, context)
    }
}

/// Returns the size in an argument such as `AMDGPUDisassembler::OPW64`. Registers have at least 32 bits.
fn size_argument(context: &CodeContext<'_>) -> Option<u32> {
    let (_, digits) = context.argument(0).rsplit_once("OPW")?;
    digits.parse().ok().map(|size: u32| size.max(32))
}

/// Returns the register at the position `number / step` in the class of a file with this size.
fn member(file: &str, size: u32, number: u64, step: u64) -> Option<OperandCode> {
    let (_, _, class) = CLASSES.iter().find(|row| row.0 == file && row.1 == size)?;
    Some(OperandCode::Member { class, index: (number / step) as usize })
}

/// Register classes: the file, the size in bits, and the class.
const CLASSES: &[(&str, u32, &str)] = &[
    ("VGPR", 32, "VGPR_32"),
    ("VGPR", 64, "VReg_64"),
    ("VGPR", 96, "VReg_96"),
    ("VGPR", 128, "VReg_128"),
    ("VGPR", 160, "VReg_160"),
    ("VGPR", 256, "VReg_256"),
    ("VGPR", 512, "VReg_512"),
    ("VGPR", 1024, "VReg_1024"),
    ("AGPR", 32, "AGPR_32"),
    ("AGPR", 64, "AReg_64"),
    ("AGPR", 96, "AReg_96"),
    ("AGPR", 128, "AReg_128"),
    ("AGPR", 160, "AReg_160"),
    ("AGPR", 256, "AReg_256"),
    ("AGPR", 512, "AReg_512"),
    ("AGPR", 1024, "AReg_1024"),
    ("SGPR", 32, "SGPR_32"),
    ("SGPR", 64, "SGPR_64"),
    ("SGPR", 96, "SGPR_96"),
    ("SGPR", 128, "SGPR_128"),
    ("SGPR", 256, "SGPR_256"),
    ("SGPR", 512, "SGPR_512"),
    ("TTMP", 32, "TTMP_32"),
    ("TTMP", 64, "TTMP_64"),
    ("TTMP", 128, "TTMP_128"),
    ("TTMP", 256, "TTMP_256"),
    ("TTMP", 512, "TTMP_512"),
];

/// A register with an own code.
struct NamedCode {
    code: u64,
    /// The register with 32 bits; empty for none.
    single: &'static str,
    /// The register with 64 bits; empty for none.
    double: &'static str,
    generations: Generations,
}

/// Generations with a code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Generations {
    All,
    /// Volcanic Islands.
    Eighth,
    /// Volcanic Islands and GFX9.
    UntilNinth,
    UntilTenth,
    FromEleventh,
}

const fn named(
    code: u64,
    single: &'static str,
    double: &'static str,
    generations: Generations,
) -> NamedCode {
    NamedCode { code, single, double, generations }
}

const NAMED: &[NamedCode] = &[
    named(102, "FLAT_SCR_LO", "FLAT_SCR", Generations::UntilNinth),
    named(103, "FLAT_SCR_HI", "", Generations::UntilNinth),
    named(104, "XNACK_MASK_LO", "XNACK_MASK", Generations::UntilNinth),
    named(105, "XNACK_MASK_HI", "", Generations::UntilNinth),
    named(106, "VCC_LO", "VCC", Generations::All),
    named(107, "VCC_HI", "", Generations::All),
    named(108, "TBA_LO", "TBA", Generations::Eighth),
    named(109, "TBA_HI", "", Generations::Eighth),
    named(110, "TMA_LO", "TMA", Generations::Eighth),
    named(111, "TMA_HI", "", Generations::Eighth),
    named(124, "M0", "", Generations::UntilTenth),
    named(125, "SGPR_NULL", "SGPR_NULL64", Generations::UntilTenth),
    named(124, "SGPR_NULL", "SGPR_NULL64", Generations::FromEleventh),
    named(125, "M0", "", Generations::FromEleventh),
    named(126, "EXEC_LO", "EXEC", Generations::All),
    named(127, "EXEC_HI", "", Generations::All),
    named(235, "SRC_SHARED_BASE_LO", "SRC_SHARED_BASE", Generations::All),
    named(236, "SRC_SHARED_LIMIT_LO", "SRC_SHARED_LIMIT", Generations::All),
    named(237, "SRC_PRIVATE_BASE_LO", "SRC_PRIVATE_BASE", Generations::All),
    named(238, "SRC_PRIVATE_LIMIT_LO", "SRC_PRIVATE_LIMIT", Generations::All),
    named(239, "SRC_POPS_EXITING_WAVE_ID", "SRC_POPS_EXITING_WAVE_ID", Generations::All),
    named(251, "SRC_VCCZ", "SRC_VCCZ", Generations::All),
    named(252, "SRC_EXECZ", "SRC_EXECZ", Generations::All),
    named(253, "SRC_SCC", "SRC_SCC", Generations::All),
    named(254, "LDS_DIRECT", "", Generations::All),
];

/// The features that name a generation, the newest first.
const GENERATION_FEATURES: &[(&str, u32)] = &[
    ("FeatureGFX12", 12),
    ("FeatureGFX11", 11),
    ("FeatureGFX10", 10),
    ("FeatureGFX9", 9),
    ("FeatureVolcanicIslands", 8),
    ("FeatureSeaIslands", 7),
    ("FeatureSouthernIslands", 6),
];

/// Returns the generation number.
fn generation(has_feature: impl Fn(&str) -> bool) -> u32 {
    let found = GENERATION_FEATURES.iter().find(|(feature, _)| has_feature(feature));
    found.map_or(0, |(_, number)| *number)
}

/// Returns the generation number that a text is printed for.
pub(super) fn text_generation(context: &AsmTextContext<'_>) -> u32 {
    generation(|feature| context.has_feature(feature))
}

impl Generations {
    fn contains(self, generation: u32) -> bool {
        match self {
            Generations::All => true,
            Generations::Eighth => generation == 8,
            Generations::UntilNinth => generation <= 9,
            Generations::UntilTenth => generation <= 10,
            Generations::FromEleventh => generation >= 11,
        }
    }
}

/// Returns the scalar register for a code. A tuple begins at a multiple of two or four; the code's lowest
/// bits are ignored.
fn scalar(code: u64, size: u32, context: &CodeContext<'_>) -> Option<OperandCode> {
    let generation = generation(|feature| context.has_feature(feature));
    let step = match size {
        32 => 1,
        64 => 2,
        _ => 4,
    };
    if code <= if generation >= 10 { 105 } else { 101 } {
        return member("SGPR", size, code, step);
    }
    let trap = if generation >= 9 { 108 } else { 112 };
    if (trap..=123).contains(&code) {
        return member("TTMP", size, code - trap, step);
    }
    let is_own = |row: &&NamedCode| row.code == code && row.generations.contains(generation);
    let row = NAMED.iter().find(is_own)?;
    let register = match size {
        32 => row.single,
        64 => row.double,
        _ => "",
    };
    (!register.is_empty()).then_some(OperandCode::Register(register))
}

/// Any source, as the method's arguments describe it.
pub(super) const SOURCE: CodecShape =
    CodecShape::Codes(|code, context| Source::from_arguments(context)?.operand(code, context));

/// Any source, in an instruction that always has a literal.
pub(super) const SOURCE_WITH_LITERAL: CodecShape = CodecShape::Codes(|code, context| {
    let source = Source::from_arguments(context)?;
    Source { literal: LiteralPlace::Inside, ..source }.operand(code, context)
});

/// A register in any file.
pub(super) const REGISTER: CodecShape = CodecShape::Codes(|code, context| {
    Source::registers(size_argument(context)?).operand(code, context)
});

/// A vector register, or an accumulation register.
pub(super) const VECTOR_OR_ACCUMULATOR: CodecShape = CodecShape::Codes(|code, context| {
    let size = size_argument(context)?;
    if code < ACCUMULATOR || !context.has_feature("FeatureGFX90AInsts") {
        member("VGPR", size, code % VECTOR, 1)
    } else {
        member("AGPR", size, code - ACCUMULATOR, 1)
    }
});

/// A source with 64 bits whose literal is the upper half.
pub(super) const DOUBLE: CodecShape = CodecShape::Codes(|code, context| {
    let reals = Some(RealFormat::Double);
    let source = Source { reals, literal_shift: 32, ..Source::registers(64) };
    source.operand(code, context)
});

/// A scalar register with 32 bits.
pub(super) const SCALAR_32: CodecShape =
    CodecShape::Codes(|code, context| scalar(code, 32, context));
/// A scalar register with 64 bits.
pub(super) const SCALAR_64: CodecShape =
    CodecShape::Codes(|code, context| scalar(code, 64, context));
/// A scalar register with 96 bits.
pub(super) const SCALAR_96: CodecShape =
    CodecShape::Codes(|code, context| scalar(code, 96, context));
/// A scalar register with 128 bits.
pub(super) const SCALAR_128: CodecShape =
    CodecShape::Codes(|code, context| scalar(code, 128, context));
/// A scalar register with 256 bits.
pub(super) const SCALAR_256: CodecShape =
    CodecShape::Codes(|code, context| scalar(code, 256, context));
/// A scalar register with 512 bits.
pub(super) const SCALAR_512: CodecShape =
    CodecShape::Codes(|code, context| scalar(code, 512, context));

/// Whether waves have 64 lanes, so that a lane mask has 64 bits.
pub(super) fn has_long_masks(has_feature: impl Fn(&str) -> bool) -> bool {
    has_feature("FeatureWavefrontSize64") || generation(has_feature) < 10
}

/// A lane mask.
pub(super) const MASK: CodecShape = CodecShape::Codes(|code, context| {
    let is_long = has_long_masks(|feature| context.has_feature(feature));
    scalar(code, if is_long { 64 } else { 32 }, context)
});

/// Returns a source for an instruction that selects bytes and words: a vector register, or with bit 8 another source.
fn selected_operand(
    code: u64,
    reals: RealFormat,
    context: &CodeContext<'_>,
) -> Option<OperandCode> {
    if code < VECTOR {
        return member("VGPR", 32, code, 1);
    }
    if generation(|feature| context.has_feature(feature)) < 9 {
        return None;
    }
    let code = code - VECTOR;
    if code == LITERAL {
        return None;
    }
    Source { reals: Some(reals), ..Source::registers(32) }.operand(code, context)
}

/// A selected source with 16-bit constants.
pub(super) const SELECTED_16: CodecShape =
    CodecShape::Codes(|code, context| selected_operand(code, RealFormat::Half, context));
/// A selected source with 32-bit constants.
pub(super) const SELECTED_32: CodecShape =
    CodecShape::Codes(|code, context| selected_operand(code, RealFormat::Single, context));

/// A selected comparison's result: the mask `vcc`, or with bit 7 a scalar register.
pub(super) const SELECTED_MASK: CodecShape = CodecShape::Codes(|code, context| {
    let is_long = has_long_masks(|feature| context.has_feature(feature));
    if code & 0x80 != 0 {
        scalar(code & 0x7f, if is_long { 64 } else { 32 }, context)
    } else {
        Some(OperandCode::Register(if is_long { "VCC" } else { "VCC_LO" }))
    }
});
