//! The tables of a target's decoder as bytes, and the conditions and operand decoders that they refer to.

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::decoding::encodings::{DecoderOptions, Encodings};
use tablewright_target::decoding::predicates::PredicateToken;
use tablewright_target::decoding::scoped_table::ScopedTable;
use tablewright_target::decoding::tables::{DecoderSet, DecoderTables, GroupTables};
use tablewright_target::hw_modes::HwModes;
use tablewright_target::instructions::Instructions;
use tablewright_target::record_views::encoding::DagOperandRecord;
use tablewright_target::record_views::register::RegClassByHwModeRecord;
use tablewright_text::byte_table::ByteTable;

use super::encode::{self, EncodingName, EncodingNames};
use super::scope_encode;
use crate::support::table_size::{TableSize, TableSubject};

/// A target that is a mode of another target, and uses its features: Thumb and ARM.
const THUMB: (&str, &str) = ("Thumb", "ARM");

/// A distance has three bytes, so it is below this.
const DISTANCE_LIMIT: u32 = 1 << 24;

/// A target's decoder.
pub(crate) struct Interpreter<'s> {
    pub(super) target: &'s str,
    /// Feature namespace.
    pub(super) features: &'s str,
    pub(super) encodings: Encodings,
    pub(super) decoder_sets: Vec<DecoderSet>,
    /// The conditions that tables refer to, each at the index of its number.
    pub(super) conditions: Vec<Vec<ConditionPart<'s>>>,
    /// Table by group.
    pub(super) bytes: Vec<ByteTable>,
    pub(super) layout: TableLayout<'s>,
}

/// User options.
#[derive(Clone, Copy)]
pub(crate) struct InterpreterOptions {
    pub(crate) decoder: DecoderOptions,
    /// Whether each operand decoder is a function, which a table refers to.
    pub(crate) has_function_table: bool,
}

/// The table layout, and data that only decoders with this layout need.
pub(super) enum TableLayout<'s> {
    /// A failed operation skips the number of bytes that it contains.
    Skips,
    /// Operations are nested.
    Scopes {
        /// The decoders of operands whose register class depends on the mode.
        class_decoders: Vec<ClassDecoder<'s>>,
        /// Whether a table contains soft failures: words that can be decoded but should not be used.
        has_soft_fails: bool,
        /// Whether each operand decoder is a function.
        has_function_table: bool,
    },
}

/// The decoder of operands whose register class depends on the mode.
pub(super) struct ClassDecoder<'s> {
    pub(super) name: &'s str,
    pub(super) choices: Vec<ClassChoice<'s>>,
}

/// The register class in a mode.
pub(super) struct ClassChoice<'s> {
    pub(super) mode: usize,
    pub(super) mode_name: &'s str,
    pub(super) class: &'s str,
}

/// A part of a condition, from left to right.
pub(super) enum ConditionPart<'s> {
    /// A subtarget feature.
    Feature(&'s str),
    Operator(&'static str),
}

impl Interpreter<'_> {
    /// Returns the table sizes.
    pub(crate) fn sizes(&self, subject: TableSubject) -> Vec<TableSize> {
        let tables = self.encodings.groups.iter().zip(&self.bytes);
        tables
            .map(|(group, table)| {
                let name = format!("DecoderTable{}{}", group.namespace, group.width);
                let size = TableSize::from_rows(name, subject, table.size() as usize, 1);
                TableSize { rows: group.encodings.len(), ..size }
            })
            .collect()
    }
}

impl<'s> Interpreter<'s> {
    /// Builds the decoder for the named target.
    ///
    /// # Errors
    ///
    /// If an encoding is invalid, or a table is too large.
    pub(crate) fn collect(
        job: &mut Job<'s>,
        target: &'s str,
        options: InterpreterOptions,
    ) -> Result<Interpreter<'s>, Failure> {
        let store = job.store;
        let tables = DecoderTables::collect(store, options.decoder, job.diagnostics)?;
        let names = encoding_names(job, &tables.encodings)?;
        let DecoderTables { encodings, tables, predicates, decoder_sets, conflicts } = tables;
        let mut bytes = Vec::with_capacity(encodings.groups.len());
        let layout = match &tables {
            GroupTables::Skips(tables) => {
                for (group, table) in encodings.groups.iter().zip(tables) {
                    let table = encode::encode(table, group, &names);
                    if table.longest_distance() >= DISTANCE_LIMIT {
                        let message = "disassembler decoding table too large!";
                        return Err(Diagnostic::error_anywhere(Code::EncodingForm, message).into());
                    }
                    bytes.push(table);
                }
                TableLayout::Skips
            }
            GroupTables::Scopes(tables) => {
                if job.diagnostics.has_errors() {
                    return Err(Failure::Reported);
                }
                if !conflicts.is_empty() {
                    let message = "Decoding conflict encountered";
                    return Err(Diagnostic::error_anywhere(Code::DecodingConflict, message).into());
                }
                for (group, table) in encodings.groups.iter().zip(tables) {
                    let width = options.decoder.is_specialized_by_width.then_some(group.width);
                    bytes.push(scope_encode::encode(table, group, &names, width));
                }
                TableLayout::Scopes {
                    class_decoders: class_decoders(store, job.analysis()?)?,
                    has_soft_fails: tables.iter().any(ScopedTable::has_soft_fails),
                    has_function_table: options.has_function_table,
                }
            }
        };
        let part = |token: &PredicateToken| match token {
            PredicateToken::Feature(feature) => {
                ConditionPart::Feature(store.record(*feature).name())
            }
            PredicateToken::Not => ConditionPart::Operator("!"),
            PredicateToken::And => ConditionPart::Operator(" && "),
            PredicateToken::Or => ConditionPart::Operator(" || "),
            PredicateToken::Open => ConditionPart::Operator("("),
            PredicateToken::Close => ConditionPart::Operator(")"),
        };
        let conditions = predicates.conditions().iter();
        Ok(Interpreter {
            target,
            features: if target == THUMB.0 { THUMB.1 } else { target },
            conditions: conditions.map(|tokens| tokens.iter().map(part).collect()).collect(),
            encodings,
            decoder_sets,
            bytes,
            layout,
        })
    }

    /// Whether instructions differ in length.
    pub(super) fn is_variable(&self) -> bool {
        self.encodings.lengths.is_some()
    }
}

fn encoding_names<'s>(
    job: &mut Job<'s>,
    encodings: &Encodings,
) -> Result<EncodingNames<'s>, Failure> {
    let store = job.store;
    let instructions: &Instructions = job.analysis()?;
    let mut names = IndexVec::with_capacity(encodings.encodings.len());
    for encoding in encodings.encodings.iter() {
        let instruction = instructions.record(encoding.instruction);
        let own = (encoding.record != instruction).then(|| store.record(encoding.record).name());
        let instruction = store.record(instruction).name();
        names.push(EncodingName { encoding: own, instruction });
    }
    Ok(names)
}

/// Returns decoders for operands with a mode-dependent register class and without their own method.
fn class_decoders<'s>(
    store: &'s RecordStore,
    modes: &'s HwModes,
) -> Result<Vec<ClassDecoder<'s>>, FieldError> {
    let mut decoders = Vec::new();
    for class in RegClassByHwModeRecord::all_if_defined(store) {
        let method = DagOperandRecord::new(class.into()).decoder_method()?;
        if method.is_some_and(|method| !store.str(method).is_empty()) {
            continue;
        }
        let choices = modes.choices(class.id()).into_iter().flatten();
        let choices = choices.map(|&(mode, class)| ClassChoice {
            mode: mode.index(),
            mode_name: modes.get(mode).name.as_str(),
            class: store.record(class).name(),
        });
        let choices: Vec<ClassChoice<'s>> = choices.collect();
        if choices.is_empty() && store.release().has(Feature::EmptyClassesByHwModeAreIgnored) {
            continue;
        }
        decoders.push(ClassDecoder { name: class.name(), choices });
    }
    Ok(decoders)
}
