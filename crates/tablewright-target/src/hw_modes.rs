//! Hardware modes, and the records that choose a value by mode (`Target.td`, "Subtarget features").

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{
    Analysis, AnalysisError, Feature, FieldError, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use crate::condition::PredicateCondition;
use crate::record_views::subtarget::{HwModeRecord, HwModeSelectRecord};

/// Name of the record for [`HwModeId::DEFAULT`] in descriptions. The record does not add a mode.
const DEFAULT_MODE: &str = "DefaultMode";
/// Generated code represents a mode set as a number with this many bits.
const MAX_MODES: usize = 32;

define_index! {
    /// A hardware mode. The default mode has index zero.
    pub struct HwModeId;
}

impl HwModeId {
    /// The default mode, in effect unless the subtarget selects another mode.
    pub const DEFAULT: HwModeId = HwModeId::from_index(0);

    /// Whether this is the default mode.
    pub fn is_default(self) -> bool {
        self == HwModeId::DEFAULT
    }
}

/// A hardware mode.
#[derive(Debug)]
pub struct HwMode {
    /// Mode record; `None` if the default mode does not have a record.
    pub record: Option<RecordId>,
    /// Mode name.
    pub name: String,
    /// Enabled and disabled features in this mode, for example `+a,-b`.
    pub features: String,
    /// Condition for the mode: all its predicates are true.
    pub condition: PredicateCondition,
}

/// Hardware modes, and the records that represent a choice by mode.
#[doc(alias = "CodeGenHwModes")]
#[derive(Debug)]
pub struct HwModes {
    modes: IndexVec<HwModeId, HwMode>,
    choices: FxHashMap<RecordId, Vec<(HwModeId, RecordId)>>,
    /// Name for the default mode in generated comments.
    default_name_in_comments: &'static str,
}

impl HwModes {
    /// Returns all modes, the default mode first.
    pub fn modes(&self) -> &IndexVec<HwModeId, HwMode> {
        &self.modes
    }

    /// Returns all modes with their ids, the default mode first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (HwModeId, &HwMode)> {
        self.modes.iter_enumerated()
    }

    /// Returns a mode by id.
    pub fn get(&self, mode: HwModeId) -> &HwMode {
        &self.modes[mode]
    }

    /// Returns the mode name for messages: the record name.
    pub fn name_in_messages(&self, mode: HwModeId) -> &str {
        if mode.is_default() { DEFAULT_MODE } else { &self.get(mode).name }
    }

    /// Returns the mode name for generated comments.
    pub fn name_in_comments(&self, mode: HwModeId) -> &str {
        if mode.is_default() { self.default_name_in_comments } else { &self.get(mode).name }
    }

    /// Whether the default mode is the only mode.
    pub fn is_default_only(&self) -> bool {
        self.modes.len() == 1
    }

    /// Returns the records that an `HwModeSelect` record chooses, with their modes, in declaration
    /// order; `None` for a record from another class.
    pub fn choices(&self, select: RecordId) -> Option<&[(HwModeId, RecordId)]> {
        self.choices.get(&select).map(Vec::as_slice)
    }

    /// Returns the record that an `HwModeSelect` record chooses in `mode`. If the mode is not
    /// listed, the choice for the default mode applies.
    pub fn choice(&self, select: RecordId, mode: HwModeId) -> Option<RecordId> {
        let choices = self.choices(select)?;
        let of = |mode| choices.iter().find(|choice| choice.0 == mode).map(|choice| choice.1);
        of(mode).or_else(|| of(HwModeId::DEFAULT))
    }
}

impl Analysis for HwModes {
    /// In releases without the class `HwMode`, only the default mode exists.
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<HwModes, AnalysisError> {
        let is_as_record = store.release().has(Feature::CommentsSayDefaultMode);
        let default_name_in_comments = if is_as_record { DEFAULT_MODE } else { "Default" };
        let default = HwMode {
            record: store.find_record(DEFAULT_MODE),
            name: DEFAULT_MODE.to_owned(),
            features: String::new(),
            condition: PredicateCondition::default(),
        };
        let mut modes = IndexVec::from_raw(vec![default]);
        let mut ids: FxHashMap<RecordId, HwModeId> = FxHashMap::default();
        for record in HwModeRecord::all_if_defined(store) {
            if record.name() == DEFAULT_MODE {
                ids.insert(record.id(), HwModeId::DEFAULT);
                continue;
            }
            // `modes` includes the default mode, but a mode set has no bit for it.
            if modes.len() > MAX_MODES {
                let message = format!("there are more than {MAX_MODES} HwModes");
                return Err(FieldError::new(Code::HwModes, *record, message).into());
            }
            ids.insert(record.id(), modes.push(mode(record)?));
        }
        let mut choices = FxHashMap::default();
        for select in HwModeSelectRecord::all_if_defined(store) {
            choices.insert(select.id(), choices_of(select, &ids)?);
        }
        Ok(HwModes { modes, choices, default_name_in_comments })
    }
}

fn mode(record: HwModeRecord<'_>) -> Result<HwMode, FieldError> {
    let mut conditions = Vec::new();
    for predicate in record.predicates()? {
        conditions.extend(PredicateCondition::from_predicate(predicate)?);
    }
    Ok(HwMode {
        record: Some(record.id()),
        name: record.name().to_owned(),
        features: record.features()?.to_owned(),
        condition: PredicateCondition::All(conditions),
    })
}

fn choices_of(
    select: HwModeSelectRecord<'_>,
    ids: &FxHashMap<RecordId, HwModeId>,
) -> Result<Vec<(HwModeId, RecordId)>, FieldError> {
    let (modes, objects) = (select.modes()?, select.objects()?);
    let error = |message: &str| {
        let name = select.name();
        let message = format!("in record {name} derived from HwModeSelect: {message}");
        FieldError::new(Code::HwModes, *select, message)
    };
    if modes.len() != objects.len() {
        return Err(error("the lists Modes and Objects should have the same size"));
    }
    let id = |mode: &HwModeRecord<'_>| match ids.get(&mode.id()) {
        Some(&id) => Ok(id),
        None => Err(error(&format!("{} is not a HwMode", mode.name()))),
    };
    modes.iter().zip(objects).map(|(mode, object)| Ok((id(mode)?, object.id()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use tablewright_test_support::{error_of, store_of};

    const CLASSES: &str = "
class Predicate<string c> { string CondString = c; }
class HwMode<string fs, list<Predicate> ps> { string Features = fs; list<Predicate> Predicates = ps; }
class HwModeSelect<list<HwMode> ms, list<Predicate> os> {
  list<HwMode> Modes = ms;
  list<Predicate> Objects = os;
}
def DefaultMode : HwMode<\"\", []>;
";

    fn modes(text: &str) -> (RecordStore, String) {
        let store = store_of(&format!("{CLASSES}{text}"));
        let text = match store.analysis::<HwModes>(&mut Diagnostics::new()) {
            Ok(modes) => modes.modes().iter().map(|mode| mode_text(mode, &store)).collect(),
            Err(error) => error_of(error),
        };
        (store, text)
    }

    fn mode_text(mode: &HwMode, store: &RecordStore) -> String {
        let PredicateCondition::All(conditions) = &mode.condition else { unreachable!() };
        let code = conditions.iter().map(|condition| match condition {
            PredicateCondition::Code(code) => store.str(*code),
            PredicateCondition::Not(_) | PredicateCondition::All(_) => unreachable!(),
        });
        let codes: Vec<_> = code.collect();
        format!("{}: {} if {}\n", mode.name, mode.features, codes.join(" and "))
    }

    #[test]
    fn the_default_mode_comes_first() {
        let (store, text) = modes(
            "def A : Predicate<\"a\">; def B : Predicate<\"\">; def C : Predicate<\"c\">;
             def RV64 : HwMode<\"+64bit\", [A, B, C]>; def M2 : HwMode<\"-64bit\", []>;
             def S : HwModeSelect<[DefaultMode, RV64], [A, B]>;",
        );
        expect![[r#"
            DefaultMode:  if 
            M2: -64bit if 
            RV64: +64bit if a and c
        "#]]
        .assert_eq(&text);
        let modes = store.analysis::<HwModes>(&mut Diagnostics::new()).expect("they make sense");
        let record = |name| store.find_record(name).expect("defined");
        let choice = |mode| modes.choice(record("S"), HwModeId::from_index(mode));
        assert_eq!(choice(0), Some(record("A")));
        assert_eq!(choice(1), Some(record("A")), "as in the default mode");
        assert_eq!(choice(2), Some(record("B")));
        assert_eq!(modes.choices(record("A")), None);
    }

    #[test]
    fn a_release_without_modes_has_the_default_mode() {
        let store = store_of("class A;");
        let modes = store.analysis::<HwModes>(&mut Diagnostics::new()).expect("nothing is wrong");
        assert!(modes.is_default_only());
        assert_eq!(modes.get(HwModeId::DEFAULT).name, "DefaultMode");
    }

    #[test]
    fn choices_need_an_object_for_each_mode() {
        let (_, text) = modes("def S : HwModeSelect<[DefaultMode], []>;");
        expect!["in record S derived from HwModeSelect: the lists Modes and Objects should have the same size"]
            .assert_eq(&text);
    }
}
