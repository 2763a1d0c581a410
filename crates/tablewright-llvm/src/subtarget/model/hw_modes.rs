//! Hardware modes: tests for modes in a subtarget, and uses of modes.

use tablewright_records::{Feature, FieldError, RecordStore, RecordView, Release};
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::record_views::subtarget::{
    HwModePredicatePrologRecord, HwModeRecord, HwModeSelectRecord,
};

use crate::support::condition::condition_text;
use crate::support::feature_expr::emit_feature_expr;

/// Tests that determine a subtarget's active modes.
pub(crate) struct ModeTests<'s> {
    /// Whether modes are tested by their predicates rather than by strings of features.
    pub(crate) by_predicate: bool,
    /// Whether the result is zero immediately if nothing depends on modes.
    pub(crate) skips_unused: bool,
    /// C++ before the predicates.
    pub(crate) prologs: Vec<&'s str>,
    /// All modes except the default mode, in number order.
    pub(crate) modes: Vec<ModeTest<'s>>,
    /// The modes that value types, registers and encodings depend on.
    pub(crate) uses: ModeUses,
}

/// The test for a mode.
pub(crate) struct ModeTest<'s> {
    pub(crate) name: &'s str,
    /// The features that it needs and excludes: `+a,-b`.
    pub(crate) features: &'s str,
    /// The condition for the assembler.
    pub(crate) assembler_condition: String,
    /// The condition for the code generator.
    pub(crate) condition: String,
}

/// Sets of modes on which value types, registers and encodings depend.
#[derive(Default)]
pub(crate) struct ModeUses {
    pub(crate) value_type: u32,
    pub(crate) reg_info: u32,
    pub(crate) encoding_info: u32,
}

impl<'s> ModeTests<'s> {
    pub(super) fn new(
        store: &'s RecordStore,
        target: &str,
        hw_modes: &'s HwModes,
        release: Release,
    ) -> Result<ModeTests<'s>, FieldError> {
        let by_predicate = release.has(Feature::SubtargetsListNames);
        let skips_unused = release.has(Feature::SubtargetsShareStorage);
        let mut prologs = Vec::new();
        for prolog in HwModePredicatePrologRecord::all_if_defined(store) {
            prologs.push(prolog.code()?);
        }
        let mut modes = Vec::with_capacity(hw_modes.modes().len());
        for (_, mode) in hw_modes.iter().skip(1) {
            let mut assembler_condition = String::new();
            if by_predicate && let Some(record) = mode.record {
                let record = HwModeRecord::new(store.record(record));
                assembler_condition = self::assembler_condition(store, target, record)?;
            }
            let condition = condition_text(store, &mode.condition);
            modes.push(ModeTest {
                name: &mode.name,
                features: &mode.features,
                assembler_condition,
                condition,
            });
        }
        let uses = mode_uses(store, hw_modes);
        Ok(ModeTests { by_predicate, skips_unused, prologs, modes, uses })
    }
}

/// Returns a mode's condition on assembler features. Predicates without assembler features are dropped; without any
/// such feature the mode is never active there.
fn assembler_condition(
    store: &RecordStore,
    target: &str,
    mode: HwModeRecord<'_>,
) -> Result<String, FieldError> {
    let mut conditions = Vec::new();
    for predicate in mode.predicates()? {
        if predicate.has_assembler_condition() && predicate.assembler_matcher_predicate()? {
            conditions.push(FeatureExpr::from_predicate(*predicate)?);
        }
    }
    let mut text = String::new();
    if conditions.is_empty() {
        text.push_str("false");
    } else {
        emit_feature_expr(store, target, &FeatureExpr::AllOf(conditions), &mut text);
    }
    Ok(text)
}

fn mode_uses(store: &RecordStore, hw_modes: &HwModes) -> ModeUses {
    let mut uses = ModeUses::default();
    for select in HwModeSelectRecord::all_if_defined(store) {
        for &(mode, object) in hw_modes.choices(select.id()).unwrap_or_default() {
            if mode.is_default() {
                continue;
            }
            // The default mode has no bit; there are at most 32 modes.
            let bit = 1 << (mode.index() - 1);
            let object = store.record(object);
            if object.inherits("ValueType") {
                uses.value_type |= bit;
            } else if object.inherits("RegInfo")
                || object.inherits("SubRegRange")
                || object.inherits("RegisterClassLike")
            {
                uses.reg_info |= bit;
            } else if object.inherits("InstructionEncoding") {
                uses.encoding_info |= bit;
            }
        }
    }
    uses
}
