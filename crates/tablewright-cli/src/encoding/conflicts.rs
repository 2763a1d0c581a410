//! Encodings that no bits tell apart, by table.
//!
//! The text and the JSON say the same of a [`ConflictSet`].

use serde::Serialize;
use tablewright::TextSink;
use tablewright::backend::Failure;
use tablewright::inspect::encoding::TargetEncodings;
use tablewright::syntax::diagnostic::Diagnostics;
use tablewright::target::assembler_features::FeatureExpr;
use tablewright::target::decoding::conflict::agreeing_bits;
use tablewright::target::decoding::encodings::EncodingId;
use tablewright::target::decoding::predicates::conditions;
use tablewright::target::enabled_features::can_hold_together;
use tablewright::target::subtarget_features::SubtargetFeatures;

/// Encodings of one table, of which a decoder finds none.
#[derive(Serialize)]
pub(super) struct ConflictSet<'a> {
    pub(super) table: String,
    encodings: Vec<ConflictingEncoding<'a>>,
    /// Those of which a word can be both.
    pairs: Vec<ConflictingPair>,
}

impl ConflictSet<'_> {
    /// The names of the encodings.
    pub(super) fn names(&self) -> Vec<&str> {
        self.encodings.iter().map(|encoding| encoding.name.as_str()).collect()
    }
}

#[derive(Serialize)]
struct ConflictingEncoding<'a> {
    /// The name of the instruction, after that of the encoding if it has one of its own.
    name: String,
    predicates: Vec<&'a str>,
}

#[derive(Serialize)]
struct ConflictingPair {
    /// The indices of both among the encodings of the set.
    encodings: [usize; 2],
    /// A word of both, in hexadecimal digits.
    word: String,
    /// The bits that are known of both, the highest first.
    agreeing_bits: String,
    /// Whether no features make both available at once.
    exclusive: bool,
}

/// The conflicts in the tables that are tried, among encodings that are available.
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

/// Whether no features fulfil both these conditions and those of an encoding.
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
    // A description whose instructions need no features may lack the class of features.
    let features = target.store().analysis::<SubtargetFeatures>(&mut Diagnostics::new())?;
    Ok(!can_hold_together(features, &all))
}

/// What is printed of conflicts.
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
