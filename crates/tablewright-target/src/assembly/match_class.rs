//! Classes of operands as rows of the matcher name them ("match classes"), and their order.
//!
//! Each token has a class that only this token matches. The class of a register matches a set of
//! registers. All other classes are records of class `AsmOperandClass`. The modules
//! [`register_sets`](super::register_sets) and [`user_classes`](super::user_classes), and the tokens of
//! the rows, add the classes.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use super::texts::{AsmTexts, TextId};
use crate::record_views::asm_syntax::TokenAliasRecord;
use crate::registers::{RegisterId, RegisterSet, RegistersByHwMode};

define_index! {
    /// A class of operands, in the order in which classes were found.
    pub struct MatchClassId;
}

/// A class of operands.
#[doc(alias = "ClassInfo")]
#[derive(Debug)]
pub struct MatchClass {
    /// The kind of operands that match it.
    pub kind: MatchClassKind,
    /// Its name: the text of the token, the name of the register class or register (`Reg7` for a set
    /// without one), or the field `Name` of the record.
    pub name: String,
    /// The value that it stands for: the text of the token, the comma-separated register classes of
    /// these registers (empty for a set without a class), or the name of the record.
    pub value_name: String,
    /// Classes that contain it. Of registers all of them are listed, of others the direct ones.
    pub super_classes: Vec<MatchClassId>,
    /// `DiagnosticType`: the result for the parser if an operand does not match; it may be empty.
    pub diagnostic_type: String,
    /// `DiagnosticString`: the message for the user; it may be empty.
    pub diagnostic_string: String,
}

/// The kind of operands that match a class.
#[derive(Debug)]
pub enum MatchClassKind {
    /// A token.
    Token,
    /// The registers of a set.
    Registers(RegisterSet),
    /// The registers of the class that a record of class `RegClassByHwMode` chooses.
    RegistersByHwMode(RecordId),
    /// Operands that a method of the target accepts.
    User(UserClass),
}

/// A record of class `AsmOperandClass`.
#[derive(Debug)]
pub struct UserClass {
    /// The record.
    pub record: RecordId,
    /// The method that says whether an operand matches.
    pub predicate_method: String,
    /// The method that adds an operand to an instruction.
    pub render_method: String,
    /// The method that parses such an operand; it may be empty.
    pub parser_method: String,
    /// The method that creates the default operand if an instruction leaves the operand out.
    pub default_method: String,
    /// Whether an instruction may leave it out.
    pub is_optional: bool,
}

impl MatchClass {
    /// Whether it is that of a token.
    pub fn is_token(&self) -> bool {
        matches!(self.kind, MatchClassKind::Token)
    }

    /// Its registers, if it is one of registers.
    pub fn registers(&self) -> Option<&RegisterSet> {
        match &self.kind {
            MatchClassKind::Registers(registers) => Some(registers),
            MatchClassKind::Token
            | MatchClassKind::RegistersByHwMode(_)
            | MatchClassKind::User(_) => None,
        }
    }

    /// Its record's fields, if it is a class of the target.
    pub fn user(&self) -> Option<&UserClass> {
        match &self.kind {
            MatchClassKind::User(user) => Some(user),
            MatchClassKind::Token
            | MatchClassKind::Registers(_)
            | MatchClassKind::RegistersByHwMode(_) => None,
        }
    }

    /// The record of class `RegClassByHwMode`, if it is one that the hardware mode decides.
    pub fn registers_by_hw_mode(&self) -> Option<RecordId> {
        match self.kind {
            MatchClassKind::RegistersByHwMode(record) => Some(record),
            MatchClassKind::Token | MatchClassKind::Registers(_) | MatchClassKind::User(_) => None,
        }
    }

    /// Whether an instruction may leave the operand out.
    pub fn is_optional(&self) -> bool {
        self.user().is_some_and(|user| user.is_optional)
    }

    /// The method of the target that parses such an operand; it may be empty.
    pub fn parser_method(&self) -> &str {
        self.user().map_or("", |user| &user.parser_method)
    }
}

/// All classes of operands.
#[derive(Default, Debug)]
pub struct MatchClasses {
    pub(super) classes: IndexVec<MatchClassId, MatchClass>,
    pub(super) of_token: FxHashMap<TextId, MatchClassId>,
    /// The smallest class of each register that is in any, in the order in which registers are
    /// defined.
    of_registers: Vec<(RegisterId, MatchClassId)>,
    of_register: FxHashMap<RegisterId, MatchClassId>,
    /// By record of class `RegisterClass` or `RegClassByHwMode`.
    pub(super) of_register_class: FxHashMap<RecordId, MatchClassId>,
    /// By record of class `AsmOperandClass`.
    pub(super) of_operand_class: FxHashMap<RecordId, MatchClassId>,
    /// Sorted.
    order: Vec<MatchClassId>,
    ranks: IndexVec<MatchClassId, u32>,
    /// By class, its index in `order`.
    positions: IndexVec<MatchClassId, u32>,
}

impl MatchClasses {
    /// A class.
    pub fn get(&self, class: MatchClassId) -> &MatchClass {
        &self.classes[class]
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// All classes in the order of the matcher: tokens, registers, then others; each before those that
    /// contain it.
    pub fn in_order(&self) -> impl ExactSizeIterator<Item = (MatchClassId, &MatchClass)> {
        self.order.iter().map(|&id| (id, &self.classes[id]))
    }

    /// The rank by which rows are ordered. Only sets of registers without a name have the same rank
    /// as others, those of the same size.
    pub fn rank(&self, class: MatchClassId) -> u32 {
        self.ranks[class]
    }

    /// The smallest class of each register that is in any, in the order in which registers are
    /// defined.
    pub fn of_registers(&self) -> &[(RegisterId, MatchClassId)] {
        &self.of_registers
    }

    /// The smallest class of a register.
    pub fn of_register(&self, register: RegisterId) -> Option<MatchClassId> {
        self.of_register.get(&register).copied()
    }

    /// The class of a register class: a record of class `RegisterClass` or `RegClassByHwMode`.
    pub fn of_register_class(&self, class: RecordId) -> Option<MatchClassId> {
        self.of_register_class.get(&class).copied()
    }

    /// Adds the classes that the hardware mode decides.
    pub(super) fn add_by_hw_mode(&mut self, store: &RecordStore, registers: &RegistersByHwMode) {
        for class in registers.classes() {
            let name = store.record(class.record).name();
            let id = self.classes.push(MatchClass {
                kind: MatchClassKind::RegistersByHwMode(class.record),
                name: format!("RegByHwMode_{name}"),
                value_name: name.to_owned(),
                super_classes: Vec::new(),
                diagnostic_type: String::new(),
                diagnostic_string: String::new(),
            });
            self.of_register_class.insert(class.record, id);
        }
    }

    pub(super) fn set_registers(&mut self, of_registers: Vec<(RegisterId, MatchClassId)>) {
        self.of_register = of_registers.iter().copied().collect();
        self.of_registers = of_registers;
    }

    /// All classes that contain `class`, itself not among them, in order.
    pub fn containing(&self, class: MatchClassId) -> Vec<MatchClassId> {
        let mut found: Vec<MatchClassId> = Vec::new();
        let mut to_visit = self.classes[class].super_classes.clone();
        if self.classes[class].registers().is_some() {
            found = to_visit;
        } else {
            let mut is_visited: IndexVec<MatchClassId, bool> =
                IndexVec::from_elem(false, &self.classes);
            while let Some(next) = to_visit.pop() {
                if !std::mem::replace(&mut is_visited[next], true) {
                    found.push(next);
                    to_visit.extend(&self.classes[next].super_classes);
                }
            }
            found.retain(|&other| other != class);
        }
        found.sort_unstable_by_key(|&class| self.positions[class]);
        found
    }

    /// The class of a token, which is added unless it is there.
    pub(super) fn token(&mut self, token: TextId, texts: &AsmTexts) -> MatchClassId {
        *self.of_token.entry(token).or_insert_with(|| {
            let text = texts.get(token);
            self.classes.push(MatchClass {
                kind: MatchClassKind::Token,
                name: text.to_owned(),
                value_name: text.to_owned(),
                super_classes: Vec::new(),
                diagnostic_type: String::new(),
                diagnostic_string: String::new(),
            })
        })
    }

    /// Sorts the classes; none is added after that.
    ///
    /// Tokens come in the order of their text, aliases of other tokens before all others. Registers
    /// come by the size of their set, then by name; of sets without a name, those found last come
    /// first. Other classes come by the name of the class at the root of their hierarchy, the deeper
    /// ones first, then by name. Where a class is contained in several, the first one says where the
    /// root is.
    ///
    /// # Errors
    /// When a class is contained in itself.
    pub(super) fn sort(&mut self, store: &RecordStore) -> Result<(), FieldError> {
        let mut keys: Vec<(MatchClassKey<'_>, MatchClassId)> =
            Vec::with_capacity(self.classes.len());
        for (id, class) in self.classes.iter_enumerated().rev() {
            keys.push((self.sort_key(id, class, store)?, id));
        }
        keys.sort_by(|a, b| a.0.cmp(&b.0));
        let mut ranks = IndexVec::from_elem(0, &self.classes);
        let mut positions = IndexVec::from_elem(0, &self.classes);
        let mut rank = 0;
        for (index, (key, id)) in keys.iter().enumerate() {
            if index > 0 && keys[index - 1].0 != *key {
                rank += 1;
            }
            ranks[*id] = rank;
            positions[*id] = index as u32;
        }
        self.order = keys.into_iter().map(|(_, id)| id).collect();
        (self.ranks, self.positions) = (ranks, positions);
        Ok(())
    }

    fn sort_key(
        &self,
        id: MatchClassId,
        class: &MatchClass,
        store: &RecordStore,
    ) -> Result<MatchClassKey<'_>, FieldError> {
        let name = self.classes[id].value_name.as_str();
        if let Some(registers) = class.registers() {
            return Ok(MatchClassKey::Registers { count: registers.len(), name });
        }
        if class.registers_by_hw_mode().is_some() {
            return Ok(MatchClassKey::RegistersByHwMode(id));
        }
        let (root, depth) = self.root(id, store)?;
        Ok(match class.kind {
            MatchClassKind::Token => MatchClassKey::Token { depth: Reverse(depth), name },
            MatchClassKind::Registers(_)
            | MatchClassKind::RegistersByHwMode(_)
            | MatchClassKind::User(_) => {
                let root = self.classes[root].value_name.as_str();
                MatchClassKey::User { root, depth: Reverse(depth), name }
            }
        })
    }

    /// The class at the root of a hierarchy, and how many steps lie between.
    fn root(
        &self,
        class: MatchClassId,
        store: &RecordStore,
    ) -> Result<(MatchClassId, usize), FieldError> {
        let (mut root, mut depth) = (class, 0);
        while let Some(&next) = self.classes[root].super_classes.first() {
            (root, depth) = (next, depth + 1);
            if depth > self.classes.len() {
                return Err(self.cycle(class, store));
            }
        }
        Ok((root, depth))
    }

    fn cycle(&self, class: MatchClassId, store: &RecordStore) -> FieldError {
        let MatchClass { name, value_name, .. } = &self.classes[class];
        let of = |record| {
            let message = format!("operand class '{value_name}' is its own super class");
            let error = FieldError::new(Code::OperandClasses, store.record(record), message);
            error.label_field(store.record(record), "SuperClasses")
        };
        if let Some(user) = self.classes[class].user() {
            return of(user.record);
        }
        // Only aliases contain one token in another.
        let aliases = TokenAliasRecord::all_if_defined(store);
        let alias = aliases.iter().find(|alias| alias.from_token() == Ok(name));
        let message = format!("token '{name}' is an alias of itself");
        match alias {
            Some(&alias) => {
                FieldError::new(Code::AsmAliases, *alias, message).label_field(*alias, "ToToken")
            }
            None => unreachable!("a token is contained in another by an alias of its text only"),
        }
    }
}

/// The key by which classes are sorted.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum MatchClassKey<'c> {
    Token {
        depth: Reverse<usize>,
        name: &'c str,
    },
    Registers {
        count: usize,
        name: &'c str,
    },
    /// In the order in which they were found, which is that of their names.
    RegistersByHwMode(MatchClassId),
    User {
        root: &'c str,
        depth: Reverse<usize>,
        name: &'c str,
    },
}
