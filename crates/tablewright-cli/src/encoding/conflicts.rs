//! Encodings that a decoder cannot tell apart, by table.
//!
//! The text and the JSON describe the same [`ConflictSet`].

use serde::Serialize;
use tablewright_backend::Failure;
use tablewright_inspect::encoding::TargetEncodings;
use tablewright_records::TextSink;
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::decoding::conflict::agreeing_bits;
use tablewright_target::decoding::encodings::EncodingId;
use tablewright_target::decoding::predicates::conditions;
use tablewright_target::enabled_features::can_hold_together;
use tablewright_target::subtarget_features::SubtargetFeatures;

/// Conflicting encodings in a table. A decoder finds none of them.
#[derive(Serialize)]
pub(super) struct ConflictSet<'a> {
    pub(super) table: String,
    encodings: Vec<ConflictingEncoding<'a>>,
    /// Pairs of encodings that share a word.
    pairs: Vec<ConflictingPair>,
}

impl ConflictSet<'_> {
    /// Returns the encoding names.
    pub(super) fn names(&self) -> Vec<&str> {
        self.encodings.iter().map(|encoding| encoding.name.as_str()).collect()
    }
}

#[derive(Serialize)]
struct ConflictingEncoding<'a> {
    /// The instruction name, after the encoding name if the encoding has its own name.
    name: String,
    predicates: Vec<&'a str>,
}

#[derive(Serialize)]
struct ConflictingPair {
    /// Indices of both encodings in the set.
    encodings: [usize; 2],
    /// A word that has both encodings, in hexadecimal digits.
    word: String,
    /// The bits that are known in both encodings, the highest first.
    agreeing_bits: String,
    /// Whether no feature set makes both encodings available at once.
    exclusive: bool,
}

/// Returns the conflicts between available encodings in the selected tables.
pub(super) fn collect<'a>(
    target: &'a TargetEncodings<'_>,
) -> Result<Vec<ConflictSet<'a>>, Failure> {
    let groups = &target.encodings().groups;
    let mut sets = Vec::new();
    for conflict in &target.tables().conflicts {
        if !target.is_tried_group(conflict.group) {
            continue;
        }
        let mut ids = Vec::new();
        for &encoding in &conflict.encodings {
            if target.is_available(encoding)? {
                ids.push(encoding);
            }
        }
        if ids.len() < 2 {
            continue;
        }
        let encodings = ids.iter().map(|&id| {
            Ok(ConflictingEncoding { name: target.name(id), predicates: target.predicates(id)? })
        });
        sets.push(ConflictSet {
            table: TargetEncodings::table(&groups[conflict.group]),
            encodings: encodings.collect::<Result<_, Failure>>()?,
            pairs: pairs(target, &ids)?,
        });
    }
    Ok(sets)
}

fn pairs(
    target: &TargetEncodings<'_>,
    ids: &[EncodingId],
) -> Result<Vec<ConflictingPair>, Failure> {
    let encodings = &target.encodings().encodings;
    let mut pairs = Vec::new();
    for (first, &one) in ids.iter().enumerate() {
        let needed = conditions(target.record(one))?;
        for (second, &other) in ids.iter().enumerate().skip(first + 1) {
            let (a, b) = (&encodings[one].pattern, &encodings[other].pattern);
            if !a.overlaps(b) {
                continue;
            }
            pairs.push(ConflictingPair {
                encodings: [first, second],
                word: a.both(b).hex(),
                agreeing_bits: agreeing_bits(a, b),
                exclusive: are_exclusive(target, &needed, other)?,
            });
        }
    }
    Ok(pairs)
}

/// Whether no feature set satisfies both `needed` and the conditions on an encoding.
fn are_exclusive(
    target: &TargetEncodings<'_>,
    needed: &[FeatureExpr],
    other: EncodingId,
) -> Result<bool, Failure> {
    let mut all = conditions(target.record(other))?;
    if needed.is_empty() && all.is_empty() {
        return Ok(false);
    }
    all.extend(needed.iter().cloned());
    // The features are computed only now: a description without conditions may lack the feature class.
    let features = target.store().analysis::<SubtargetFeatures>(&mut Diagnostics::new())?;
    Ok(!can_hold_together(features, &all))
}

/// Formats conflicts.
pub(super) fn text(sets: &[ConflictSet<'_>]) -> String {
    let mut text = String::new();
    for set in sets {
        let (ConflictSet { table, pairs, .. }, names) = (set, set.names());
        writeln!(text, "{table}: {}", names.join(", "));
        for pair in pairs {
            let [one, other] = pair.encodings.map(|index| names[index]);
            let ConflictingPair { word, agreeing_bits, .. } = pair;
            write!(
                text,
                "  0x{word} is both {one} and {other}; they agree in bits {agreeing_bits}"
            );
            let end = if pair.exclusive { "; their predicates exclude each other\n" } else { "\n" };
            text.push_str(end);
        }
    }
    if text.is_empty() {
        text.push_str("no conflicts\n");
    }
    text
}
