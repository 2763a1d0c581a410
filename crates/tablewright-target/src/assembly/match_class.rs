//! Operand classes in matcher rows ("match classes"), and their order.
//!
//! Each token has its own class, which only this token matches. A register class matches a register
//! set. All other classes are records of class `AsmOperandClass`. The modules
//! [`register_sets`](super::register_sets) and [`user_classes`](super::user_classes), and tokens in
//! rows, add the classes.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use super::texts::{AsmTexts, TextId};
use crate::record_views::asm_syntax::TokenAliasRecord;
use crate::registers::{RegisterId, RegisterSet, RegistersByHwMode};

define_index! {
    /// An operand class, in discovery order.
    pub struct MatchClassId;
}

/// An operand class.
#[doc(alias = "ClassInfo")]
#[derive(Debug)]
pub struct MatchClass {
    /// The kind of matching operands.
    pub kind: MatchClassKind,
    /// The class name: the token text, the register class or register name (`Reg7` for an unnamed
    /// set), or the record's `Name` field.
    pub name: String,
    /// The sort name: the token text, the comma-separated register class names (empty for an
    /// unnamed set), or the record name.
    pub value_name: String,
    /// Classes that contain this class: all of them for a register set, otherwise the direct ones.
    pub super_classes: Vec<MatchClassId>,
    /// `DiagnosticType`: the parser result if an operand does not match. It may be empty.
    pub diagnostic_type: String,
    /// `DiagnosticString`: the user message. It may be empty.
    pub diagnostic_string: String,
}

/// The kind of operands that match a class.
#[derive(Debug)]
pub enum MatchClassKind {
    /// A token.
    Token,
    /// Registers in a set.
    Registers(RegisterSet),
    /// Registers in the class that a `RegClassByHwMode` record selects.
    RegistersByHwMode(RecordId),
    /// Operands that a target method accepts.
    User(UserClass),
}

/// A record of class `AsmOperandClass`.
#[derive(Debug)]
pub struct UserClass {
    /// The record.
    pub record: RecordId,
    /// The method that tests whether an operand matches.
    pub predicate_method: String,
    /// The method that adds an operand to an instruction.
    pub render_method: String,
    /// The method that parses an operand. It may be empty.
    pub parser_method: String,
    /// The method that creates a default for an omitted operand.
    pub default_method: String,
    /// Whether an instruction may omit the operand.
    pub is_optional: bool,
}

impl MatchClass {
    fn for_token(text: &str) -> MatchClass {
        MatchClass {
            kind: MatchClassKind::Token,
            name: text.to_owned(),
            value_name: text.to_owned(),
            super_classes: Vec::new(),
            diagnostic_type: String::new(),
            diagnostic_string: String::new(),
        }
    }

    /// Whether this is a token class.
    pub fn is_token(&self) -> bool {
        matches!(self.kind, MatchClassKind::Token)
    }

    /// Returns the registers; `None` if this is not a register set.
    pub fn registers(&self) -> Option<&RegisterSet> {
        match &self.kind {
            MatchClassKind::Registers(registers) => Some(registers),
            MatchClassKind::Token
            | MatchClassKind::RegistersByHwMode(_)
            | MatchClassKind::User(_) => None,
        }
    }

    /// Returns the record's fields; `None` if this is not a target class.
    pub fn user(&self) -> Option<&UserClass> {
        match &self.kind {
            MatchClassKind::User(user) => Some(user),
            MatchClassKind::Token
            | MatchClassKind::Registers(_)
            | MatchClassKind::RegistersByHwMode(_) => None,
        }
    }

    /// Returns the `RegClassByHwMode` record; `None` for other classes.
    pub fn registers_by_hw_mode(&self) -> Option<RecordId> {
        match self.kind {
            MatchClassKind::RegistersByHwMode(record) => Some(record),
            MatchClassKind::Token | MatchClassKind::Registers(_) | MatchClassKind::User(_) => None,
        }
    }

    /// Whether an instruction may omit the operand.
    pub fn is_optional(&self) -> bool {
        self.user().is_some_and(|user| user.is_optional)
    }

    /// Returns the target method that parses an operand. It may be empty.
    pub fn parser_method(&self) -> &str {
        self.user().map_or("", |user| &user.parser_method)
    }
}

/// A register and the smallest operand class with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegisterMatchClass {
    /// The register.
    pub register: RegisterId,
    /// The class.
    pub class: MatchClassId,
}

/// All operand classes.
#[derive(Default, Debug)]
pub struct MatchClasses {
    pub(super) classes: IndexVec<MatchClassId, MatchClass>,
    pub(super) of_token: FxHashMap<TextId, MatchClassId>,
    /// The smallest class for each register in any class, in register definition order.
    of_registers: Vec<RegisterMatchClass>,
    of_register: FxHashMap<RegisterId, MatchClassId>,
    /// By record of class `RegisterClass` or `RegClassByHwMode`.
    pub(super) of_register_class: FxHashMap<RecordId, MatchClassId>,
    /// By record of class `AsmOperandClass`.
    pub(super) of_operand_class: FxHashMap<RecordId, MatchClassId>,
    /// Class ids, sorted.
    order: Vec<MatchClassId>,
    ranks: IndexVec<MatchClassId, u32>,
    /// By class, its index in `order`.
    positions: IndexVec<MatchClassId, u32>,
}

impl MatchClasses {
    /// Returns a class.
    pub fn get(&self, class: MatchClassId) -> &MatchClass {
        &self.classes[class]
    }

    /// Returns the number of classes.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Iterates over all classes in matcher order: tokens, registers, then others. Each class
    /// precedes the classes that contain it.
    pub fn in_order(&self) -> impl ExactSizeIterator<Item = (MatchClassId, &MatchClass)> {
        self.order.iter().map(|&id| (id, &self.classes[id]))
    }

    /// Returns the rank that orders rows. Unnamed register sets with equal size share a rank. All
    /// other ranks are unique.
    pub fn rank(&self, class: MatchClassId) -> u32 {
        self.ranks[class]
    }

    /// Returns the smallest class for each register in any class, in register definition order.
    pub fn register_classes(&self) -> &[RegisterMatchClass] {
        &self.of_registers
    }

    /// Returns the smallest class for a register.
    pub fn for_register(&self, register: RegisterId) -> Option<MatchClassId> {
        self.of_register.get(&register).copied()
    }

    /// Returns the operand class for a record of class `RegisterClass` or `RegClassByHwMode`.
    pub fn for_register_class(&self, class: RecordId) -> Option<MatchClassId> {
        self.of_register_class.get(&class).copied()
    }

    /// Returns the operand class for a record of class `AsmOperandClass`.
    pub fn for_operand_class(&self, class: RecordId) -> Option<MatchClassId> {
        self.of_operand_class.get(&class).copied()
    }

    /// Adds the classes that depend on the hardware mode.
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

    pub(super) fn set_registers(&mut self, of_registers: Vec<RegisterMatchClass>) {
        self.of_register = of_registers.iter().map(|own| (own.register, own.class)).collect();
        self.of_registers = of_registers;
    }

    /// Returns all classes that contain `class`, except `class` itself, in order.
    pub fn containing(&self, class: MatchClassId) -> Vec<MatchClassId> {
        let mut supersets: Vec<MatchClassId> = Vec::new();
        let mut to_visit = self.classes[class].super_classes.clone();
        if self.classes[class].registers().is_some() {
            supersets = to_visit;
        } else {
            let mut is_visited: IndexVec<MatchClassId, bool> =
                IndexVec::from_elem(false, &self.classes);
            while let Some(next) = to_visit.pop() {
                if !std::mem::replace(&mut is_visited[next], true) {
                    supersets.push(next);
                    to_visit.extend(&self.classes[next].super_classes);
                }
            }
            supersets.retain(|&other| other != class);
        }
        supersets.sort_unstable_by_key(|&class| self.positions[class]);
        supersets
    }

    /// Finds or adds the class for a token.
    pub(super) fn token(&mut self, token: TextId, texts: &AsmTexts) -> MatchClassId {
        *self
            .of_token
            .entry(token)
            .or_insert_with(|| self.classes.push(MatchClass::for_token(texts.get(token))))
    }

    /// Sorts the classes. No class may be added later.
    ///
    /// Tokens are sorted by text, with aliases for other tokens first. Register sets are sorted by
    /// size, then by name. Among unnamed sets the newest comes first. Other classes are sorted by
    /// the root class name in their hierarchy, deeper classes first, then by name. If several
    /// classes contain a class, the first determines the root.
    ///
    /// # Errors
    /// If a class contains itself.
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

    /// Returns the root class in a hierarchy and its distance.
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
        // A token contains another token only through an alias.
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

/// The sort key for classes.
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
    /// Discovery order, which is also name order.
    RegistersByHwMode(MatchClassId),
    User {
        root: &'c str,
        depth: Reverse<usize>,
        name: &'c str,
    },
}
