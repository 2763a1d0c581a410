//! Registers by their numbers in X86 encodings.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{Analysis, AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use crate::registers::{DescribedClasses, RegisterClassLike, RegisterId, Registers};

/// General register classes by register size in bits. Address bases and indices are general
/// registers.
const GENERAL_CLASSES: [(u8, &str); 3] = [(16, "GR16"), (32, "GR32"), (64, "GR64")];

/// Part of a larger register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum X86Part {
    /// A whole register, or its lowest bits.
    Low,
    /// The second byte, such as `AH`.
    High,
}

/// Registers by class and `HWEncoding`.
#[derive(Debug)]
pub struct X86Registers {
    by_number: FxHashMap<(RecordId, X86Part, u8), RegisterId>,
}

impl Analysis for X86Registers {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<X86Registers, AnalysisError> {
        let registers: &Registers = store.analysis(diagnostics)?;
        let classes: &DescribedClasses = store.analysis(diagnostics)?;
        let high = high_parts(store, registers);
        let mut by_number = FxHashMap::default();
        for class in classes.by_name() {
            // Prefixes can name more registers than the class has, so its super-classes follow.
            let larger = classes.by_name().iter().filter(|it| classes.is_sub_class(class, it));
            for class_or_larger in std::iter::once(class).chain(larger) {
                for &register in &class_or_larger.order {
                    let Ok(number) = registers.hw_encoding(store, register) else { continue };
                    let Ok(number) = u8::try_from(number) else { continue };
                    let is_high = high.contains(&register);
                    let part = if is_high { X86Part::High } else { X86Part::Low };
                    by_number.entry((class.record, part, number)).or_insert(register);
                }
            }
        }
        Ok(X86Registers { by_number })
    }
}

impl X86Registers {
    /// Returns the register with this number in a class or its super-classes.
    pub fn register(&self, class: RecordId, number: u8, part: X86Part) -> Option<RegisterId> {
        self.by_number.get(&(class, part, number)).copied()
    }

    /// Returns the class of general registers with this size in bits.
    pub fn general_class(store: &RecordStore, bits: u8) -> Option<RecordId> {
        let (_, name) = GENERAL_CLASSES.iter().find(|(of, _)| *of == bits)?;
        store.find_record(name)
    }

    /// Returns the register class in an operand's record.
    pub fn class_of(store: &RecordStore, operand: RecordId) -> Option<RecordId> {
        match RegisterClassLike::from_operand(store.record(operand)) {
            Ok(Some(RegisterClassLike::Class(class))) => Some(class),
            Ok(Some(RegisterClassLike::ByHwMode(_)) | None) | Err(_) => None,
        }
    }
}

/// Returns the registers that are the upper part of another register.
fn high_parts(store: &RecordStore, registers: &Registers) -> FxHashSet<RegisterId> {
    let indices = registers.sub_reg_indices();
    let parts = registers.iter().flat_map(|(_, whole)| &whole.sub_regs);
    let upper = parts.filter(|part| {
        let record = store.record(indices[part.index].record);
        record.int("Offset").is_ok_and(|offset| offset > 0)
    });
    upper.map(|part| part.register).collect()
}
