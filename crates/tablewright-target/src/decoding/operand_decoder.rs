//! Operand decoders: the bits of an encoding that an operand consists of, and the method of the target
//! that makes an operand of them.
//!
//! In: the records that say what an operand is. Out: [`OperandDecoder`]s, equal ones with one number.
//! Which bits of an encoding belong to which operand is left to `fixed_operands`
//! and `variable_operands`.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordId, RecordView};

use crate::record_views::encoding::DagOperandRecord;
use crate::record_views::instruction::RegisterOperandRecord;
use crate::record_views::register::PointerLikeRegClassRecord;

define_index! {
    /// A way to decode the operands of encodings.
    pub struct OperandDecoderId;

    /// A method of the target.
    pub struct MethodId;
}

/// How the operands of an encoding are decoded.
#[doc(alias = "OperandInfo")]
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct OperandDecoder {
    /// One after another.
    pub steps: Vec<DecoderStep>,
    /// Whether a word whose operands cannot be decoded is of no other encoding.
    pub is_complete: bool,
}

/// A step of decoding operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DecoderStep {
    /// The method decodes what is left from the whole word.
    Word {
        /// The method.
        method: MethodId,
        /// Whether it knows all words of the encoding.
        is_complete: bool,
    },
    /// The method makes an operand that has no bits.
    NoBits {
        /// The method.
        method: OperandMethod,
    },
    /// An operand is put together from bits.
    Operand {
        /// Its bits that are the same in all words.
        initial: u64,
        /// Where its other bits are.
        fields: Vec<EncodedField>,
        /// The method that makes an operand of the number; without one, the number is it.
        method: Option<OperandMethod>,
    },
}

/// A method that makes an operand of a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OperandMethod {
    /// The method.
    pub method: MethodId,
    /// Whether it knows all numbers that can occur.
    pub is_complete: bool,
}

/// Bits of a word that are bits of an operand.
#[doc(alias = "EncodingField")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EncodedField {
    /// The lowest bit of the word.
    pub base: u32,
    /// How many.
    pub width: u32,
    /// The lowest bit of the operand.
    pub offset: u32,
}

/// An operand while its fields are being collected.
#[derive(Clone, Default, Debug)]
pub(super) struct OperandParts {
    /// Its bits that are the same in all words; `None` where it has none, or they are zero.
    pub(super) initial: Option<u64>,
    pub(super) fields: Vec<EncodedField>,
    pub(super) method: Option<OperandMethod>,
    /// Whether it has no bits, and the method makes it of nothing.
    pub(super) has_no_bits: bool,
}

impl OperandDecoder {
    /// A decoder that leaves everything to one method.
    pub(super) fn of_word(method: MethodId, is_complete: bool) -> OperandDecoder {
        OperandDecoder { steps: vec![DecoderStep::Word { method, is_complete }], is_complete }
    }

    /// A decoder of operands, in order.
    pub(super) fn of_operands(operands: impl IntoIterator<Item = OperandParts>) -> OperandDecoder {
        let mut decoder = OperandDecoder { steps: Vec::new(), is_complete: true };
        for OperandParts { initial, fields, method, has_no_bits } in operands {
            if let (Some(method), true) = (method, has_no_bits) {
                decoder.is_complete &= method.is_complete;
                decoder.steps.push(DecoderStep::NoBits { method });
                continue;
            }
            // An operand without bits of its own is decoded from the whole word, and the reference
            // takes the method to decode all operands that follow, too.
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

/// All decoders and methods, each once.
#[derive(Default, Debug)]
pub struct OperandDecoders {
    decoders: IndexVec<OperandDecoderId, OperandDecoder>,
    ids: FxHashMap<OperandDecoder, OperandDecoderId>,
    methods: IndexVec<MethodId, String>,
    method_ids: FxHashMap<String, MethodId>,
    /// The methods of the records of operands.
    by_record: FxHashMap<RecordId, Option<OperandMethod>>,
}

/// How many register operands may stand for one another.
const MAX_DEPTH: usize = 64;

impl OperandDecoders {
    /// A decoder.
    pub fn get(&self, decoder: OperandDecoderId) -> &OperandDecoder {
        &self.decoders[decoder]
    }

    /// The name of a method.
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

    /// The method of that name.
    pub(super) fn method_named(&mut self, name: &str) -> MethodId {
        if let Some(&id) = self.method_ids.get(name) {
            return id;
        }
        let id = self.methods.push(name.to_owned());
        self.method_ids.insert(name.to_owned(), id);
        id
    }

    /// The method that decodes operands of a record.
    pub(super) fn of_record(
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

/// The name of the method that decodes operands of a record.
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
