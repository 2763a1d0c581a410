//! Decoder tables: encodings and the decision tree over them.

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::decoding::bit_pattern::BitRange;
use tablewright_target::decoding::decision_tree::{Acceptance, BitCheck, Decision};
use tablewright_target::decoding::encodings::EncodingId;

use crate::encoding::{DecoderSetup, TargetEncodings};

/// A decoder table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedDecoder {
    /// The name in generated C++, for example `DecoderTable32`.
    pub table: String,
    /// The decoder namespace, followed by the hardware mode if the table belongs to a mode; may be empty.
    pub namespace: String,
    /// Word width in bits.
    pub width: u32,
    /// The encodings. Decisions refer to them by index.
    pub encodings: Vec<DecodedEncoding>,
    /// The decisions. They refer to each other by index; the first is the root.
    pub decisions: Vec<ExportedDecision>,
}

/// An encoding in a decoder table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecodedEncoding {
    /// The record with the encoding: the instruction, or a record for a hardware mode.
    pub record: String,
    /// The instruction.
    pub instruction: String,
    /// The bits from highest to lowest: `0`, `1`, or `?` for a bit with any value.
    pub bits: String,
    /// The required predicates, by record name.
    pub predicates: Vec<String>,
}

/// A bit range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedBits {
    /// The lowest bit.
    pub low: u32,
    /// The length.
    pub width: u32,
}

/// A bit range and its required value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedCheck {
    /// The bits.
    #[serde(flatten)]
    pub bits: ExportedBits,
    /// The value.
    pub value: u64,
}

/// A decision about a word. If it fails, the next decision is the innermost `otherwise` on the path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExportedDecision {
    /// Accepts an encoding if the checks pass.
    Accept {
        /// The encoding's index.
        encoding: usize,
        /// The bits that are not tested on the path.
        checks: Vec<ExportedCheck>,
    },
    /// Branches on the value of a bit range.
    Switch {
        /// The bits.
        bits: ExportedBits,
        /// The next decisions, ordered by value.
        cases: Vec<DecisionCase>,
        /// The decision if no case has the value, or if the case fails.
        #[serde(skip_serializing_if = "Option::is_none")]
        otherwise: Option<usize>,
    },
    /// Tries an encoding before others.
    TryFirst {
        /// The encoding's index.
        encoding: usize,
        /// The bits that are not tested on the path.
        checks: Vec<ExportedCheck>,
        /// The decision if a check fails.
        otherwise: usize,
    },
    /// Encodings that no bits distinguish.
    Conflict {
        /// The indices of the encodings.
        encodings: Vec<usize>,
    },
}

/// A case in a switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DecisionCase {
    /// The value.
    pub value: u64,
    /// The index of the next decision.
    pub decision: usize,
}

/// Lists the decoder tables for encodings of fixed length, in the order of the generated decoder.
///
/// # Errors
/// Errors from the analyses.
pub fn decoders(
    store: &RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<ExportedDecoder>, AnalysisError> {
    let target = TargetEncodings::new(store, &DecoderSetup::default(), diagnostics)?;
    let mut list = Vec::new();
    for (group, tree) in target.tried() {
        let encodings = group.encodings.iter().map(|&id| encoding(&target, id));
        list.push(ExportedDecoder {
            table: TargetEncodings::table(group),
            namespace: group.namespace.clone(),
            width: group.width,
            encodings: encodings.collect::<Result<_, _>>()?,
            decisions: tree.decisions().map(decision).collect(),
        });
    }
    Ok(list)
}

fn encoding(
    target: &TargetEncodings<'_>,
    id: EncodingId,
) -> Result<DecodedEncoding, AnalysisError> {
    let predicates = target.predicates(id)?;
    Ok(DecodedEncoding {
        record: target.record(id).name().to_owned(),
        instruction: target.instruction(id).name().to_owned(),
        bits: target.encodings().encodings[id].pattern.digits('?'),
        predicates: predicates.into_iter().map(str::to_owned).collect(),
    })
}

fn decision(decision: &Decision) -> ExportedDecision {
    match decision {
        Decision::Accept(Acceptance { encoding, checks }) => ExportedDecision::Accept {
            encoding: *encoding as usize,
            checks: checks.iter().map(check).collect(),
        },
        Decision::Switch { range, cases, otherwise } => ExportedDecision::Switch {
            bits: bits(*range),
            cases: cases
                .iter()
                .map(|&(value, next)| DecisionCase { value, decision: next.index() })
                .collect(),
            otherwise: otherwise.map(|next| next.index()),
        },
        Decision::TryFirst { first, otherwise, .. } => ExportedDecision::TryFirst {
            encoding: first.encoding as usize,
            checks: first.checks.iter().map(check).collect(),
            otherwise: otherwise.index(),
        },
        Decision::Conflict(encodings) => ExportedDecision::Conflict {
            encodings: encodings.iter().map(|&encoding| encoding as usize).collect(),
        },
    }
}

fn check(check: &BitCheck) -> ExportedCheck {
    ExportedCheck { bits: bits(check.range), value: check.value }
}

fn bits(range: BitRange) -> ExportedBits {
    ExportedBits { low: range.start, width: range.len }
}
