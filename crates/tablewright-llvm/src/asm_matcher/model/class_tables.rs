//! The tables by which the matcher finds the class of a register and tests whether a class contains
//! another (LLVM 22 and later).

use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_target::assembly::{AsmMatcher, MatchClassId};
use tablewright_target::hw_modes::HwModes;
use tablewright_target::record_views::instruction::RegisterOperandRecord;
use tablewright_target::record_views::register::RegisterClassRecord;
use tablewright_target::registers::{Registers, RegistersByHwMode};

/// The class for invalid operands.
const INVALID: &str = "InvalidMatchClass";
/// The number of the superclass of all optional classes.
const OPTIONAL: usize = 1;
/// Number of the target's first class.
const FIRST_CLASS: usize = 2;

/// The tables.
pub(crate) struct ClassTables {
    /// By class, the classes that contain it.
    pub(crate) containing: Vec<ContainingRow>,
    /// The bits of all rows. A bit is set if its class contains the row's class.
    pub(crate) bits: Vec<u8>,
    /// Register namespace.
    pub(crate) namespace: String,
    /// By register, its class.
    pub(crate) of_registers: Vec<String>,
    /// Mode-dependent classes by hardware mode. Empty if the target lacks such classes.
    pub(crate) by_hw_mode: Vec<ModeClasses>,
    /// The register class for each class of operands that has one, in releases with a function for it.
    pub(crate) register_classes: Option<Vec<MatchedRegisterClass>>,
}

/// A class of operands that is a register class.
pub(crate) struct MatchedRegisterClass {
    /// The enumerator of the class of operands.
    pub(crate) class: String,
    /// The name of the register class.
    pub(crate) register_class: String,
}

/// The classes that contain a class, as bits.
pub(crate) struct ContainingRow {
    /// First bit index.
    pub(crate) offset: usize,
    /// Class for the first bit.
    pub(crate) start: usize,
    /// Length in bits.
    pub(crate) length: usize,
}

/// The classes that depend on the hardware mode, in one mode.
pub(crate) struct ModeClasses {
    /// Mode name.
    pub(crate) mode: String,
    /// The mode's class, if there is one, and the record name that selects it.
    pub(crate) classes: Vec<(Option<String>, String)>,
}

impl ClassTables {
    pub(super) fn new(
        store: &RecordStore,
        matcher: &AsmMatcher,
        names: &IndexVec<MatchClassId, String>,
        registers: &Registers,
    ) -> ClassTables {
        let mut tables = ClassTables {
            containing: Vec::new(),
            bits: Vec::new(),
            namespace: String::new(),
            of_registers: vec![INVALID.to_owned()],
            by_hw_mode: Vec::new(),
            register_classes: None,
        };
        tables.add_containing(matcher);
        for (id, register) in registers.iter() {
            if tables.namespace.is_empty() {
                store.str(register.namespace).clone_into(&mut tables.namespace);
            }
            let class = matcher.classes.for_register(id);
            let name = class.map_or(INVALID, |class| &names[class]);
            tables.of_registers.push(name.to_owned());
        }
        tables
    }

    /// Adds the register class for each class of operands.
    pub(super) fn add_register_classes(
        &mut self,
        store: &RecordStore,
        matcher: &AsmMatcher,
        names: &IndexVec<MatchClassId, String>,
    ) -> Result<(), FieldError> {
        let mut first = IndexVec::from_elem_n(None, matcher.classes.len());
        for record in RegisterClassRecord::all_if_defined(store) {
            if let Some(class) = matcher.classes.for_register_class(record.id()) {
                let slot: &mut Option<&str> = &mut first[class];
                // Several classes may have the same registers. One of them gives the class of operands its name.
                if slot.is_none() || names[class].strip_prefix("MCK_") == Some(record.name()) {
                    *slot = Some(record.name());
                }
            }
        }
        for (user, sets) in register_sets(store, matcher)?.iter_enumerated() {
            if first[user].is_none()
                && let &[set] = sets.as_slice()
            {
                first[user] = first[set];
            }
        }
        let classes = matcher.classes.in_order().filter_map(|(id, _)| {
            let register_class = first[id]?.to_owned();
            Some(MatchedRegisterClass { class: names[id].clone(), register_class })
        });
        self.register_classes = Some(classes.collect());
        Ok(())
    }

    fn add_containing(&mut self, matcher: &AsmMatcher) {
        let classes = &matcher.classes;
        let mut number = IndexVec::from_elem_n(0, classes.len());
        for (index, (id, _)) in classes.in_order().enumerate() {
            number[id] = index + FIRST_CLASS;
        }
        let mut bit_count = 0;
        // The classes that are none of the target's are contained in no other.
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); FIRST_CLASS];
        for (id, class) in classes.in_order() {
            let optional = class.is_optional().then_some(OPTIONAL);
            let containing = classes.containing(id).into_iter().map(|other| number[other]);
            rows.push(optional.into_iter().chain(containing).collect());
        }
        for row in rows {
            let start = row.iter().copied().min().unwrap_or(0);
            let length = row.iter().max().map_or(0, |last| last + 1 - start);
            self.containing.push(ContainingRow { offset: bit_count, start, length });
            self.bits.resize((bit_count + length).div_ceil(8), 0);
            for class in row {
                let bit = bit_count + class - start;
                self.bits[bit / 8] |= 1 << (bit % 8);
            }
            bit_count += length;
        }
    }

    /// Adds each mode-dependent class's class in each mode.
    pub(super) fn add_modes(
        &mut self,
        store: &RecordStore,
        matcher: &AsmMatcher,
        names: &IndexVec<MatchClassId, String>,
        (modes, choices): (&HwModes, &RegistersByHwMode),
    ) {
        if choices.classes().is_empty() {
            return;
        }
        for (id, mode) in modes.iter() {
            let mut classes = Vec::with_capacity(choices.classes().len());
            for class in choices.classes() {
                let in_mode = class.in_mode(id);
                let in_mode = in_mode.and_then(|class| matcher.classes.for_register_class(class));
                classes.push((
                    in_mode.map(|class| names[class].clone()),
                    store.record(class.record).name().to_owned(),
                ));
            }
            self.by_hw_mode.push(ModeClasses { mode: mode.name.to_string(), classes });
        }
    }
}

/// Returns the register sets for each operand class, from the register operands with this class.
fn register_sets(
    store: &RecordStore,
    matcher: &AsmMatcher,
) -> Result<IndexVec<MatchClassId, Vec<MatchClassId>>, FieldError> {
    let mut sets = IndexVec::from_elem_n(Vec::new(), matcher.classes.len());
    for operand in RegisterOperandRecord::all_if_defined(store) {
        let set = matcher.classes.for_register_class(operand.reg_class()?.id());
        let user = store.value(operand.parser_match_class()?).as_def();
        let user = user.and_then(|class| matcher.classes.for_operand_class(class));
        if let (Some(user), Some(set)) = (user, set) {
            let sets: &mut Vec<MatchClassId> = &mut sets[user];
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
    }
    Ok(sets)
}
