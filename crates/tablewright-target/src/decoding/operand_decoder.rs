//! Operand decoders: the encoding bits of an operand, and the target method that decodes them.
//!
//! In: operand records. Out: [`OperandDecoder`]s, with equal decoders sharing a number.
//! `fixed_operands` and `variable_operands` assign encoding bits to operands.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordId, RecordView};

use crate::record_views::encoding::DagOperandRecord;
use crate::record_views::instruction::RegisterOperandRecord;
use crate::record_views::register::PointerLikeRegClassRecord;

define_index! {
    /// An operand decoder for encodings.
    pub struct OperandDecoderId;

    /// A target method.
    pub struct MethodId;
}

/// The decoding steps for an encoding's operands.
#[doc(alias = "OperandInfo")]
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct OperandDecoder {
    /// The steps, in order.
    pub steps: Vec<DecoderStep>,
    /// Whether a failure is final: no other encoding is tried.
    pub is_complete: bool,
}

/// A decoding step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DecoderStep {
    /// The method decodes all remaining operands from the whole word.
    Word {
        /// The method.
        method: MethodId,
        /// Whether the method accepts all words with this encoding.
        is_complete: bool,
    },
    /// The method creates an operand without bits.
    NoBits {
        /// The method.
        method: OperandMethod,
    },
    /// An operand composed from bits.
    Operand {
        /// Its constant bits.
        initial: u64,
        /// The positions of its other bits.
        fields: Vec<EncodedField>,
        /// The method that converts the number; `None` if the number is the operand.
        method: Option<OperandMethod>,
    },
}

/// A method that converts a number to an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OperandMethod {
    /// The method.
    pub method: MethodId,
    /// Whether the method accepts all possible numbers.
    pub is_complete: bool,
}

/// A range of operand bits in a word.
#[doc(alias = "EncodingField")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EncodedField {
    /// The lowest bit in the word.
    pub base: u32,
    /// Width in bits.
    pub width: u32,
    /// The lowest bit in the operand.
    pub offset: u32,
}

/// A partly collected operand.
#[derive(Clone, Default, Debug)]
pub(super) struct OperandParts {
    /// Its constant bits; `None` if absent or zero.
    pub(super) initial: Option<u64>,
    pub(super) fields: Vec<EncodedField>,
    pub(super) method: Option<OperandMethod>,
    /// Whether the method decodes the operand without any bits.
    pub(super) has_no_bits: bool,
}

impl OperandDecoder {
    /// Returns a decoder that consists of a single method.
    pub(super) fn from_word(method: MethodId, is_complete: bool) -> OperandDecoder {
        OperandDecoder { steps: vec![DecoderStep::Word { method, is_complete }], is_complete }
    }

    /// Returns a decoder for operands, in order.
    pub(super) fn from_operands(
        operands: impl IntoIterator<Item = OperandParts>,
    ) -> OperandDecoder {
        let mut decoder = OperandDecoder { steps: Vec::new(), is_complete: true };
        for OperandParts { initial, fields, method, has_no_bits } in operands {
            if let (Some(method), true) = (method, has_no_bits) {
                decoder.is_complete &= method.is_complete;
                decoder.steps.push(DecoderStep::NoBits { method });
                continue;
            }
            // An operand without bits is decoded from the whole word. As in the reference, its
            // method then also decodes all later operands.
            if let (Some(OperandMethod { method, is_complete }), []) = (method, fields.as_slice())
                && initial.is_none()
            {
                decoder.steps.push(DecoderStep::Word { method, is_complete });
                decoder.is_complete = is_complete;
                break;
            }
            decoder.is_complete &= method.is_none_or(|method| method.is_complete);
            let initial = initial.unwrap_or(0);
            decoder.steps.push(DecoderStep::Operand { initial, fields, method });
        }
        decoder
    }
}

/// All decoders and methods, without duplicates.
#[derive(Default, Debug)]
pub struct OperandDecoders {
    decoders: IndexVec<OperandDecoderId, OperandDecoder>,
    ids: FxHashMap<OperandDecoder, OperandDecoderId>,
    methods: IndexVec<MethodId, String>,
    method_ids: FxHashMap<String, MethodId>,
    /// By operand record, its method.
    by_record: FxHashMap<RecordId, Option<OperandMethod>>,
}

/// Maximal nesting depth of register operands.
const MAX_DEPTH: usize = 64;

impl OperandDecoders {
    /// Returns the decoder with this id.
    pub fn get(&self, decoder: OperandDecoderId) -> &OperandDecoder {
        &self.decoders[decoder]
    }

    /// Returns the name of a method.
    pub fn method(&self, method: MethodId) -> &str {
        &self.methods[method]
    }

    pub(super) fn add(&mut self, decoder: OperandDecoder) -> OperandDecoderId {
        if let Some(&id) = self.ids.get(&decoder) {
            return id;
        }
        let id = self.decoders.push(decoder.clone());
        self.ids.insert(decoder, id);
        id
    }

    /// Returns the id for a method name. Adds the name if it is new.
    pub(super) fn method_named(&mut self, name: &str) -> MethodId {
        if let Some(&id) = self.method_ids.get(name) {
            return id;
        }
        let id = self.methods.push(name.to_owned());
        self.method_ids.insert(name.to_owned(), id);
        id
    }

    /// Returns the method that decodes operands of a record type.
    pub(super) fn for_record(
        &mut self,
        record: Record<'_>,
    ) -> Result<Option<OperandMethod>, FieldError> {
        if let Some(&method) = self.by_record.get(&record.id()) {
            return Ok(method);
        }
        let method = method_name(record, 0)?.map(|name| self.method_named(&name));
        let is_complete = DagOperandRecord::new(record).has_complete_decoder()? != Some(false);
        let method = method.map(|method| OperandMethod { method, is_complete });
        self.by_record.insert(record.id(), method);
        Ok(method)
    }
}

/// Returns the name of the method that decodes operands of a record type.
fn method_name(record: Record<'_>, depth: usize) -> Result<Option<String>, FieldError> {
    let store = record.store();
    let method = DagOperandRecord::new(record).decoder_method()?.map_or("", |m| store.str(m));
    if !method.is_empty() {
        return Ok(Some(method.to_owned()));
    }
    if record.inherits("RegisterOperand") && depth < MAX_DEPTH {
        return method_name(RegisterOperandRecord::new(record).reg_class()?, depth + 1);
    }
    if record.inherits("RegisterClass") {
        return Ok(Some(format!("Decode{}RegisterClass", record.name())));
    }
    if record.inherits("RegClassByHwMode") {
        return Ok(Some(format!("Decode{}RegClassByHwMode", record.name())));
    }
    if record.inherits("PointerLikeRegClass") {
        let kind = PointerLikeRegClassRecord::new(record).reg_class_kind()?;
        return Ok(Some(format!("DecodePointerLikeRegClass{kind}")));
    }
    Ok(None)
}
