//! Encoding bits that nothing sets.

use rustc_hash::FxHashMap;
use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::instructions::encoding::EncodingBit;

use super::check_target;
use super::encodings::{FixedEncoding, INST, fixed_encodings};
use super::groups::{Groups, draft};
use super::source_of::FieldSource;
use crate::explain::bits_text;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// Minimum number of encodings from which a habit is concluded.
const FEWEST: usize = 20;

/// Maximum number of findings that are reported regardless of how many encodings the target has.
const FEW: usize = 3;

/// If one in this many encodings leaves bits unset, the target is assumed to write reserved bits this way.
const HABIT: usize = 200;

/// Encoding bits that nothing sets.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::UnsetEncodingBits,
    name: "unset-encoding-bits",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut groups = Groups::default();
    let encodings = fixed_encodings(store)?;
    let habits = Habits::from_encodings(&encodings);
    let mut incomplete = 0;
    for encoding in &encodings {
        // An encoder method can set bits that the record leaves unset.
        let method = encoding.instruction.post_encoder_method()?;
        let has_method = method.is_some_and(|method| !store.str(method).is_empty());
        if has_method || encoding.is_completed_by_code()? {
            continue;
        }
        let size = encoding.instruction.size()?.saturating_mul(8);
        let mut unset = unset_bits(encoding, input);
        unset.retain(|&bit| {
            (size == 0 || i64::from(bit) < size) && !habits.leave_unset(encoding, bit)
        });
        if unset.is_empty() {
            continue;
        }
        incomplete += 1;
        let source = FieldSource::for_field(encoding.record, INST);
        let last = source.and_then(|source| source.lets().next());
        let span = last.map(|(id, _)| input.trace.let_site(id).span);
        let span = span.unwrap_or_else(|| encoding.record.pos().into());
        let bits = bits_text(unset.iter().rev().copied());
        groups.add((span, &bits), *encoding.instruction, || {
            let (name, noun) =
                (encoding.instruction.name(), if unset.len() == 1 { "bit" } else { "bits" });
            let verb = if unset.len() == 1 { "is" } else { "are" };
            let message = format!("{noun} {bits} of '{INST}' {verb} never set in '{name}'");
            let mut diagnostic: Diagnostic = draft(span, message);
            if let Some(declaration) = source.and_then(FieldSource::declaration) {
                diagnostic.label(declaration, "declared here without a value");
            }
            diagnostic.note(
                None,
                "the encoder writes 0 there, and the disassembler accepts any value; \
                 `?` says that this is meant",
            );
            diagnostic
        });
    }
    let is_habit = groups.kinds().count() > FEW && incomplete * HABIT > encodings.len();
    groups.drop_habits(|_| is_habit);
    groups.report(store, findings);
    Ok(())
}

/// By encoding width, the number of encodings and how many leave each bit unset.
struct Habits(FxHashMap<usize, (usize, Vec<usize>)>);

impl Habits {
    fn from_encodings(encodings: &[FixedEncoding<'_>]) -> Habits {
        let mut habits: FxHashMap<usize, (usize, Vec<usize>)> = FxHashMap::default();
        for encoding in encodings {
            let width = encoding.bits.len();
            let (all, unset) = habits.entry(width).or_insert_with(|| (0, vec![0; width]));
            *all += 1;
            for (count, &bit) in unset.iter_mut().zip(encoding.bits) {
                *count += usize::from(bit == EncodingBit::Unset);
            }
        }
        Habits(habits)
    }

    /// Whether at least a tenth of the encodings with this width leave the bit unset, probably on purpose.
    fn leave_unset(&self, encoding: &FixedEncoding<'_>, bit: u32) -> bool {
        let habit = self.0.get(&encoding.bits.len());
        habit.is_some_and(|(all, unset)| *all >= FEWEST && unset[bit as usize] * 10 >= *all)
    }
}

/// Returns the unset bits that no `let` mentions, lowest first.
fn unset_bits(encoding: &FixedEncoding<'_>, input: &LintInput<'_>) -> Vec<u32> {
    let bits = (0..).zip(encoding.bits).filter(|(_, bit)| **bit == EncodingBit::Unset);
    let mut unset: Vec<u32> = bits.map(|(number, _)| number).collect();
    if unset.is_empty() {
        return unset;
    }
    let Some(source) = FieldSource::for_field(encoding.record, INST) else { return Vec::new() };
    if source.is_declared_with_value() {
        // `bits<32> Inst = ?` leaves the bits unset explicitly.
        return Vec::new();
    }
    for (id, _) in source.lets() {
        let set = input.trace.bits(input.trace.let_site(id));
        if set.is_empty() {
            return Vec::new();
        }
        unset.retain(|bit| !set.contains(bit));
    }
    unset
}
