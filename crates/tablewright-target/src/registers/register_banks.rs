//! Register banks: records of class `RegisterBank`.
//!
//! In: the classes that each bank names. Out: [`RegisterBanks`], with all covered classes: the
//! named classes, their sub-classes, and the sub-register classes for all these.

use tablewright_index::IndexVec;
use tablewright_records::{
    Analysis, AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::class_set::ClassSet;
use super::index::RegisterClassId;
use super::register_classes::RegisterClasses;
use crate::hw_modes::{HwModeId, HwModes};
use crate::record_views::register::RegisterBankRecord;

/// A register bank.
#[derive(Debug)]
pub struct RegisterBank {
    /// The record. Its name is also the C++ object name.
    pub record: RecordId,
    /// The classes in the bank, in discovery order.
    pub classes: Vec<RegisterClassId>,
    /// By mode, the largest spill size among its registers.
    pub sizes: IndexVec<HwModeId, u32>,
}

/// A target's register banks, in natural name order.
#[derive(Debug)]
pub struct RegisterBanks {
    /// The banks.
    pub banks: Vec<RegisterBank>,
}

impl Analysis for RegisterBanks {
    fn build(
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<RegisterBanks, AnalysisError> {
        let classes: &RegisterClasses = store.analysis(diagnostics)?;
        let hw_modes: &HwModes = store.analysis(diagnostics)?;
        let parts = parts(classes);
        let mut banks = Vec::new();
        // LLVM 3.7 lacks this class and therefore banks.
        for record in RegisterBankRecord::all_if_defined(store) {
            let mut search = BankClassSearch::new(classes, &parts);
            for class in record.register_classes()? {
                search.visit(classes.expect_of_record(*class)?);
            }
            if search.found.is_empty() {
                let message = format!("Register bank '{}' lacks register classes", record.name());
                return Err(FieldError::new(Code::RegisterBanks, *record, message).into());
            }
            let size = |mode: HwModeId| {
                let sizes = search.found.iter().map(|&class| classes.get(class).sizes.get(mode));
                sizes.map(|size| size.spill).max().unwrap_or(0)
            };
            banks.push(RegisterBank {
                record: record.id(),
                sizes: hw_modes.iter().map(|(mode, _)| size(mode)).collect(),
                classes: search.found,
            });
        }
        // MIR names classes and banks in the same position, ignoring case.
        for (_, class) in classes.iter() {
            let Some(class) = class.record.map(|class| store.record(class)) else { continue };
            for bank in &banks {
                let bank = RegisterBankRecord::new(store.record(bank.record));
                if bank.bank_name()?.eq_ignore_ascii_case(class.name()) {
                    diagnostics.push(same_name(*bank, class));
                }
            }
        }
        Ok(RegisterBanks { banks })
    }
}

fn same_name(bank: Record<'_>, class: Record<'_>) -> Diagnostic {
    let message = "Register bank names should be distinct from register classes to avoid \
                   ambiguous MIR";
    let mut diagnostic = Diagnostic::warning(Code::RegisterBanks, Some(bank.pos()), message);
    diagnostic
        .note(Some(bank.pos()), "RegisterBank was declared here")
        .note(Some(class.pos()), "RegisterClass was declared here");
    diagnostic
}

/// Returns, by class, the classes that contain a sub-register from each member.
fn parts(classes: &RegisterClasses) -> IndexVec<RegisterClassId, ClassSet> {
    let mut of = classes.side_table(ClassSet::new(classes.len()));
    for (id, class) in classes.iter() {
        for (_, super_reg_classes) in &class.super_reg_classes {
            for whole in super_reg_classes.iter() {
                of[whole].insert(id);
            }
        }
    }
    of
}

/// The search for a bank's classes: the listed classes, their sub-classes, and the sub-register
/// classes for all these.
struct BankClassSearch<'m> {
    classes: &'m RegisterClasses,
    parts: &'m IndexVec<RegisterClassId, ClassSet>,
    is_visited: IndexVec<RegisterClassId, bool>,
    is_found: IndexVec<RegisterClassId, bool>,
    found: Vec<RegisterClassId>,
}

impl<'m> BankClassSearch<'m> {
    fn new(
        classes: &'m RegisterClasses,
        parts: &'m IndexVec<RegisterClassId, ClassSet>,
    ) -> BankClassSearch<'m> {
        let none = classes.side_table(false);
        BankClassSearch {
            classes,
            parts,
            is_visited: none.clone(),
            is_found: none,
            found: Vec::new(),
        }
    }

    fn find(&mut self, class: RegisterClassId) {
        if !std::mem::replace(&mut self.is_found[class], true) {
            self.found.push(class);
        }
    }

    /// Adds a class unless it was visited. Returns whether it is new.
    fn begin(&mut self, class: RegisterClassId) -> bool {
        let is_new = !std::mem::replace(&mut self.is_visited[class], true);
        if is_new {
            self.find(class);
        }
        is_new
    }

    /// Adds a class and, by depth-first search in class order, its sub-classes and sub-register
    /// classes. The discovery order is printed in comments.
    fn visit(&mut self, class: RegisterClassId) {
        let mut stack: Vec<(RegisterClassId, usize)> = Vec::new();
        if self.begin(class) {
            stack.push((class, 0));
        }
        while let Some((class, next)) = stack.last_mut() {
            let (of, at) = (*class, *next);
            if at == self.classes.len() {
                stack.pop();
                continue;
            }
            let other = RegisterClassId::from_index(at);
            let is_sub = other != of && self.classes.get(of).sub_classes.contains(other);
            if is_sub && self.begin(other) {
                // After the nested search, `other` is reached again and its parts are examined.
                stack.push((other, 0));
                continue;
            }
            // Sub-register classes belong to the bank, but the search does not continue from them.
            if self.parts[of].contains(other) {
                self.find(other);
            }
            *next += 1;
        }
    }
}
