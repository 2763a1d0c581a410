//! AMDGPU from Volcanic Islands on. Words are printed; they cannot be assembled.

use super::amdgpu_codes::{
    DOUBLE, MASK, REGISTER, SCALAR_32, SCALAR_64, SCALAR_96, SCALAR_128, SCALAR_256, SCALAR_512,
    SELECTED_16, SELECTED_32, SELECTED_MASK, SOURCE, SOURCE_WITH_LITERAL, VECTOR_OR_ACCUMULATOR,
};
use super::amdgpu_controls::{
    print_counters, print_delays, print_dependency_counters, print_end, print_hardware_register,
    print_index_mode, print_message,
};
use super::amdgpu_memory::{
    print_attribute, print_buffer_format, print_cache_policy, print_channel, print_export_source,
    print_export_target, print_first_offset, print_flat_offset, print_interpolated, print_offset,
    print_parameter, print_scalar_offset, print_scalar_offset_modifier, print_second_offset,
    print_swizzle,
};
use super::amdgpu_modifiers::{
    print_bank_mask, print_bound_control, print_eight_lanes, print_factor, print_first_bytes,
    print_high_negation, print_high_selection, print_inactive_lanes, print_lanes,
    print_low_negation, print_low_selection, print_named_bit, print_other_bytes,
    print_result_bytes, print_row_mask, print_second_bytes,
};
use super::amdgpu_operands::{
    print_integer_source, print_operand, print_real_source, print_result,
};
use super::shapes::{FIELD_SIGNED, UNSIGNED, codec, field, mapped, printed, text, valid};
use crate::syntax::{
    CodecRow, CodecShape, ConstantRow, OperandFieldShape, PrinterSyntax, TableOrder, TableRow,
    TargetSyntax, TextRow, TextShape, Valid, WordSyntax,
};
use crate::text::NumberText;

pub(super) const SYNTAX: TargetSyntax = TargetSyntax {
    target: "AMDGPU",
    words: WordSyntax { tables: TableOrder::LongestFirst(TABLES), ..WordSyntax::PLAIN },
    codecs: CODECS,
    operands: OPERANDS,
    constants: &[RETURNING_CONSTANT],
    printer: PrinterSyntax { prints_aliases: false, texts: TEXTS, ..PrinterSyntax::PLAIN },
    ..TargetSyntax::PLAIN
};

/// The trial order for namespaces with the same size: special processors before their generation.
const TABLES: &[TableRow] = &[
    TableRow::new("GFX10_B", "FeatureGFX10_BEncoding"),
    TableRow::new("GFX80_UNPACKED", "FeatureUnpackedD16VMem"),
    TableRow::new("GFX940", "FeatureGFX940Insts"),
    TableRow::new("GFX90A", "FeatureGFX90AInsts"),
    TableRow::new("GFX9_DL", "FeatureGFX9"),
    TableRow::new("GFX8", ""),
    TableRow::new("GFX9", "FeatureGFX9"),
    TableRow::new("GFX10", "FeatureGFX10"),
    TableRow::new("GFX11_FAKE16", "FeatureGFX11"),
    TableRow::new("GFX11", "FeatureGFX11"),
    TableRow::new("GFX11W64", "FeatureGFX11"),
    TableRow::new("GFX12_FAKE16", "FeatureGFX12"),
    TableRow::new("GFX12", "FeatureGFX12"),
    TableRow::new("GFX12W64", "FeatureGFX12"),
    TableRow::new("AMDGPU", ""),
];

/// A scalar access offset: 20 bits, from GFX9 on 21 bits with a sign, in GFX12 24 bits.
const SCALAR_OFFSET: CodecShape = CodecShape::IfFeature {
    feature: "FeatureVolcanicIslands",
    then: &mapped(|bits| Some(bits & 0xf_ffff), &UNSIGNED),
    otherwise: &CodecShape::Number(FIELD_SIGNED),
};

/// Whether lanes that are not active are read: the first source's code.
const DPP8_FI: CodecShape = CodecShape::Numbers(&[(0xe9, 0), (0xea, 1)]);

/// The policy for an atomic access that returns a value: the bit for this is in the encoding, not in the field.
const RETURNING: CodecShape = mapped(|bits| Some(bits | 1), &UNSIGNED);

/// The policy for a scalar atomic access that returns a value. It is not a field.
const RETURNING_CONSTANT: ConstantRow =
    ConstantRow { method: "", instruction: "", operand: "CPol_GLC", number: 1 };

/// Bytes in a source or a result.
const BYTES: CodecShape = valid(Valid::Between(0, 6));

/// The value for bytes that are not written.
const OTHER_BYTES: CodecShape = valid(Valid::Between(0, 2));

const OPERANDS: &[OperandFieldShape] = &[
    field("CPol_GLC", RETURNING),
    field("CPol_GLC1", RETURNING),
    field("CPol_GLC_WithDefault", RETURNING),
    field("dst_sel", BYTES),
    field("src0_sel", BYTES),
    field("src1_sel", BYTES),
    field("dst_unused", OTHER_BYTES),
];

const CODECS: &[CodecRow] = &[
    codec("decodeSrcRegOrImm9", SOURCE),
    codec("decodeSrcRegOrImmDeferred9", SOURCE_WITH_LITERAL),
    codec("decodeSrcReg9", REGISTER),
    codec("decodeAVLdSt", VECTOR_OR_ACCUMULATOR),
    codec("decodeOperand_VSrc_f64", DOUBLE),
    codec("decodeBoolReg", MASK),
    codec("decodeSDWASrc16", SELECTED_16),
    codec("decodeSDWASrc32", SELECTED_32),
    codec("decodeSDWAVopcDst", SELECTED_MASK),
    codec("decodeOperand_KImmFP", UNSIGNED),
    codec("decodeSOPPBrTarget", UNSIGNED),
    codec("decodeDpp8FI", DPP8_FI),
    codec("decodeSMEMOffset", SCALAR_OFFSET),
    codec("DecodeSReg_32RegisterClass", SCALAR_32),
    codec("DecodeSReg_32_XEXECRegisterClass", SCALAR_32),
    codec("DecodeSReg_32_XEXEC_HIRegisterClass", SCALAR_32),
    codec("DecodeSReg_32_XM0_XEXECRegisterClass", SCALAR_32),
    codec("DecodeSReg_64RegisterClass", SCALAR_64),
    codec("DecodeSReg_64_XEXECRegisterClass", SCALAR_64),
    codec("DecodeSReg_96RegisterClass", SCALAR_96),
    codec("DecodeSReg_128RegisterClass", SCALAR_128),
    codec("DecodeSReg_256RegisterClass", SCALAR_256),
    codec("DecodeSReg_512RegisterClass", SCALAR_512),
];

const HEX: NumberText =
    NumberText { prefix: "", needs_prefix: false, is_hex: true, has_plus: false };

const TEXTS: &[TextRow] = &[
    text("printOperand", printed(print_operand)),
    text("printOperandAndFPInputMods", printed(print_real_source)),
    text("printOperandAndIntInputMods", printed(print_integer_source)),
    text("printVOPDst", printed(print_result)),
    text("printU16ImmOperand", TextShape::Number(HEX)),
    text("printU32ImmOperand", TextShape::Number(HEX)),
    text("printNamedBit", printed(print_named_bit)),
    text("printOModSI", printed(print_factor)),
    text("printOpSel", printed(print_low_selection)),
    text("printOpSelHi", printed(print_high_selection)),
    text("printNegLo", printed(print_low_negation)),
    text("printNegHi", printed(print_high_negation)),
    text("printSDWADstSel", printed(print_result_bytes)),
    text("printSDWADstUnused", printed(print_other_bytes)),
    text("printSDWASrc0Sel", printed(print_first_bytes)),
    text("printSDWASrc1Sel", printed(print_second_bytes)),
    text("printDPPCtrl", printed(print_lanes)),
    text("printDPP8", printed(print_eight_lanes)),
    text("printDppRowMask", printed(print_row_mask)),
    text("printDppBankMask", printed(print_bank_mask)),
    text("printDppBoundCtrl", printed(print_bound_control)),
    text("printDppFI", printed(print_inactive_lanes)),
    text("printSWaitCnt", printed(print_counters)),
    text("printDepCtr", printed(print_dependency_counters)),
    text("printSendMsg", printed(print_message)),
    text("printHwreg", printed(print_hardware_register)),
    text("printSDelayALU", printed(print_delays)),
    text("printGPRIdxMode", printed(print_index_mode)),
    text("printEndpgm", printed(print_end)),
    text("printSMEMOffset", printed(print_scalar_offset)),
    text("printSMEMOffsetMod", printed(print_scalar_offset_modifier)),
    text("printOffset", printed(print_offset)),
    text("printOffset0", printed(print_first_offset)),
    text("printOffset1", printed(print_second_offset)),
    text("printFlatOffset", printed(print_flat_offset)),
    text("printCPol", printed(print_cache_policy)),
    text("printSwizzle", printed(print_swizzle)),
    text("printExpTgt", printed(print_export_target)),
    text("printExpSrc0", printed(print_export_source)),
    text("printExpSrc1", printed(print_export_source)),
    text("printExpSrc2", printed(print_export_source)),
    text("printExpSrc3", printed(print_export_source)),
    text("printInterpAttr", printed(print_attribute)),
    text("printInterpAttrChan", printed(print_channel)),
    text("printInterpSlot", printed(print_parameter)),
    text("printVINTRPDst", printed(print_interpolated)),
    text("printFORMAT", printed(print_buffer_format)),
];
