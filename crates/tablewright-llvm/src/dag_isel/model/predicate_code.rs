//! Predicates of fragments as C++: the code that they are written with, and code for what they say in
//! fields of their own.
//!
//! In: the record of a fragment. Out: the body of a case in `CheckNodePredicate`.

use std::fmt::Write;

use tablewright_records::{FieldError, Record, RecordStore, Value, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::patterns::{FragmentId, PatternsToMatch};

use super::PLAIN_NODE;

/// The fields about the ordering of an atomic operation, and the condition under which it has another one.
const ORDERINGS: [(&str, &str); 5] = [
    ("IsAtomicOrderingMonotonic", "Monotonic"),
    ("IsAtomicOrderingAcquire", "Acquire"),
    ("IsAtomicOrderingRelease", "Release"),
    ("IsAtomicOrderingAcquireRelease", "AcquireRelease"),
    ("IsAtomicOrderingSequentiallyConsistent", "SequentiallyConsistent"),
];

/// The fields about how strong an ordering is at least, and the function that says so.
const STRENGTHS: [(&str, &str, &str); 2] = [
    (
        "IsAtomicOrderingAcquireOrStronger",
        "IsAtomicOrderingWeakerThanAcquire",
        "isAcquireOrStronger",
    ),
    (
        "IsAtomicOrderingReleaseOrStronger",
        "IsAtomicOrderingWeakerThanRelease",
        "isReleaseOrStronger",
    ),
];

/// The fields about the extension of a load, and what it is then.
const EXTENSIONS: [(&str, &str); 4] = [
    ("IsNonExtLoad", "NON_EXTLOAD"),
    ("IsAnyExtLoad", "EXTLOAD"),
    ("IsSignExtLoad", "SEXTLOAD"),
    ("IsZeroExtLoad", "ZEXTLOAD"),
];

/// The code of a fragment's predicate.
pub(super) fn code_of(
    id: FragmentId,
    store: &RecordStore,
    patterns: &PatternsToMatch,
) -> Result<String, FieldError> {
    let fragment = Fragment { record: store.record(patterns.fragment(id).record) };
    let immediate = fragment.text("ImmediateCode")?;
    if !immediate.is_empty() {
        return fragment.immediate_code(immediate);
    }
    let mut class = None;
    for node in patterns.fragment_node_classes(id) {
        let node = node.map_or(PLAIN_NODE, |node| store.str(node));
        if *class.get_or_insert(node) != node {
            return Err(fragment.error("PatFrags trees do not have consistent class"));
        }
    }
    let mut code = match class {
        Some(class) if class != PLAIN_NODE => format!("    auto *N = cast<{class}>(Node);\n"),
        _ => "    SDNode *N = Node;\n".to_owned(),
    };
    code.push_str("    (void)N;\n");
    fragment.check()?;
    fragment.write_conditions(&mut code)?;
    Ok(code)
}

/// The record of a fragment.
struct Fragment<'s> {
    record: Record<'s>,
}

impl<'s> Fragment<'s> {
    fn error(&self, message: &str) -> FieldError {
        FieldError::new(Code::Patterns, self.record, message)
    }

    /// The text of a field; none in releases that lack it.
    fn text(&self, field: &str) -> Result<&'s str, FieldError> {
        Ok(self.record.optional_string(field)?.unwrap_or(""))
    }

    /// The bit in a field; `None` for `?` and where there is no such field.
    fn bit(&self, field: &str) -> Result<Option<bool>, FieldError> {
        match self.record.field(field) {
            Some(_) => self.record.optional_bit(field),
            None => Ok(None),
        }
    }

    fn is(&self, field: &str) -> Result<bool, FieldError> {
        Ok(self.bit(field)? == Some(true))
    }

    fn is_not(&self, field: &str) -> Result<bool, FieldError> {
        Ok(self.bit(field)? == Some(false))
    }

    /// Whether a field says anything.
    fn has(&self, field: &str) -> bool {
        self.record.field(field).is_some_and(|field| field.value != ValueId::UNSET)
    }

    /// The name of the type in a field.
    fn type_name(&self, field: &str) -> Result<Option<&'s str>, FieldError> {
        if self.has(field) { Ok(Some(self.record.record(field)?.name())) } else { Ok(None) }
    }

    fn min_alignment(&self) -> Result<i64, FieldError> {
        if self.has("MinAlignment") { self.record.int("MinAlignment") } else { Ok(0) }
    }

    /// The predicate of a constant: code that looks at `Imm`.
    fn immediate_code(&self, code: &str) -> Result<String, FieldError> {
        let mut fields = vec!["IsLoad", "IsStore", "IsUnindexed"];
        fields.extend(EXTENSIONS.map(|(field, _)| field));
        for field in fields {
            if self.is(field)? {
                return Err(self.not_for_constants(field));
            }
        }
        match self.bit("IsTruncStore")? {
            Some(false) => return Err(self.not_for_constants("IsNonTruncStore")),
            Some(true) => return Err(self.not_for_constants("IsTruncStore")),
            None => {}
        }
        for field in ["MemoryVT", "ScalarMemoryVT"] {
            if self.has(field) {
                return Err(self.not_for_constants(field));
            }
        }
        let (ty, value) = if self.is("IsAPInt")? {
            ("const APInt &", "Node->getAsAPIntVal()")
        } else if self.is("IsAPFloat")? {
            ("const APFloat &", "cast<ConstantFPSDNode>(Node)->getValueAPF()")
        } else {
            ("int64_t", "cast<ConstantSDNode>(Node)->getSExtValue()")
        };
        Ok(format!("    {ty} Imm = {value};\n{code}"))
    }

    fn not_for_constants(&self, field: &str) -> FieldError {
        self.error(&format!("{field} cannot be used with ImmLeaf or its subclasses"))
    }

    /// Checks that the fields make sense together.
    fn check(&self) -> Result<(), FieldError> {
        let (load, store, atomic) = (self.is("IsLoad")?, self.is("IsStore")?, self.is("IsAtomic")?);
        let requires = |is_wrong: bool, what: &str, of: &str| {
            if is_wrong { Err(self.error(&format!("{what} requires {of}"))) } else { Ok(()) }
        };
        let accesses = load || store;
        requires(!accesses && !atomic && self.has("MemoryVT"), "MemoryVT", "IsLoad or IsStore")?;
        requires(!accesses && self.is("IsUnindexed")?, "IsUnindexed", "IsLoad or IsStore")?;
        let scalar = "ScalarMemoryVT";
        requires(!accesses && self.has(scalar), scalar, "IsLoad or IsStore")?;
        if [load, store, atomic].iter().filter(|&&is| is).count() > 1 {
            return Err(self.error("IsLoad, IsStore, and IsAtomic are mutually exclusive"));
        }
        let (sign, zero) = (self.is("IsSignExtLoad")?, self.is("IsZeroExtLoad")?);
        let (plain, any) = (self.is("IsNonExtLoad")?, self.is("IsAnyExtLoad")?);
        let by_itself = |what: &str| Err(self.error(&format!("{what} cannot be used by itself")));
        let says_where = self.has("MemoryVT") || self.has("AddressSpaces");
        let says_more = says_where
            || self.is("IsUnindexed")?
            || self.has("ScalarMemoryVT")
            || self.min_alignment()? >= 1;
        if load {
            if !says_more && !plain && !any && !sign && !zero {
                return by_itself("IsLoad");
            }
        } else {
            requires(plain, "IsNonExtLoad", "IsLoad")?;
            requires(any, "IsAnyExtLoad", "IsLoad")?;
            requires(!atomic && sign, "IsSignExtLoad", "IsLoad or IsAtomic")?;
            requires(!atomic && zero, "IsZeroExtLoad", "IsLoad or IsAtomic")?;
        }
        let truncates = self.bit("IsTruncStore")?;
        if store {
            if !says_more && truncates.is_none() {
                return by_itself("IsStore");
            }
        } else {
            requires(truncates == Some(false), "IsNonTruncStore", "IsStore")?;
            requires(truncates == Some(true), "IsTruncStore", "IsStore")?;
        }
        self.check_orderings(atomic, says_where || sign || zero)
    }

    fn check_orderings(&self, is_atomic: bool, says_more: bool) -> Result<(), FieldError> {
        let mut stated = Vec::new();
        for (field, _) in ORDERINGS {
            stated.extend(self.is(field)?.then_some(field));
        }
        for (strong, weak, _) in STRENGTHS {
            stated.extend(self.is(strong)?.then_some(strong));
            stated.extend(self.is_not(strong)?.then_some(weak));
        }
        match stated.first() {
            Some(field) if !is_atomic => Err(self.error(&format!("{field} requires IsAtomic"))),
            None if is_atomic && !says_more => Err(self.error("IsAtomic cannot be used by itself")),
            _ => Ok(()),
        }
    }

    /// Writes the conditions, each of which leaves the function if it does not hold.
    fn write_conditions(&self, code: &mut String) -> Result<(), FieldError> {
        let (load, store, atomic) = (self.is("IsLoad")?, self.is("IsStore")?, self.is("IsAtomic")?);
        let start = code.len();
        if load || store || atomic {
            self.write_memory(code)?;
        }
        if atomic {
            self.write_orderings(code)?;
        }
        if load || store {
            let class = if load { "LoadSDNode" } else { "StoreSDNode" };
            if self.is("IsUnindexed")? {
                add(code, &format!("if (cast<{class}>(N)->getAddressingMode() != ISD::UNINDEXED)"));
            }
            if load {
                self.write_extension(code)?
            } else {
                self.write_truncation(code)?
            }
            if let Some(ty) = self.type_name("ScalarMemoryVT")? {
                let memory = format!("cast<{class}>(N)->getMemoryVT().getScalarType()");
                add(code, &format!("if ({memory} != MVT::{ty})"));
            }
        }
        if self.is("HasNoUse")? {
            add(code, "if (!SDValue(N, 0).use_empty())");
        }
        if self.is("HasOneUse")? {
            add(code, "if (!SDValue(N, 0).hasOneUse())");
        }
        match self.text("PredicateCode")? {
            "" if code.len() > start => code.push_str("return true;\n"),
            own => code.push_str(own),
        }
        Ok(())
    }

    /// Conditions on the address, alignment and type of a memory access.
    fn write_memory(&self, code: &mut String) -> Result<(), FieldError> {
        if self.has("AddressSpaces") {
            let mut unequal = Vec::new();
            for &space in self.record.list("AddressSpaces")? {
                let Value::Int(space) = self.record.store().value(space) else {
                    return Err(self.error("AddressSpaces element must be integer"));
                };
                unequal.push(format!("AddrSpace != {}", space as u64));
            }
            code.push_str("unsigned AddrSpace = cast<MemSDNode>(N)->getAddressSpace();\n");
            code.extend([" if (", &unequal.join(" && "), ")\nreturn false;\n"]);
        }
        let alignment = self.min_alignment()?;
        if alignment > 0 {
            // Writing to a string cannot fail.
            let _ = writeln!(
                code,
                "if (cast<MemSDNode>(N)->getAlign() < Align({alignment}))\nreturn false;"
            );
        }
        if let Some(ty) = self.type_name("MemoryVT")? {
            add(code, &format!("if (cast<MemSDNode>(N)->getMemoryVT() != MVT::{ty})"));
        }
        Ok(())
    }

    fn write_orderings(&self, code: &mut String) -> Result<(), FieldError> {
        let ordering = "cast<AtomicSDNode>(N)->getMergedOrdering()";
        for (field, name) in ORDERINGS {
            if self.is(field)? {
                add(code, &format!("if ({ordering} != AtomicOrdering::{name})"));
            }
        }
        for (field, _, function) in STRENGTHS {
            match self.bit(field)? {
                Some(true) => add(code, &format!("if (!{function}({ordering}))")),
                Some(false) => add(code, &format!("if ({function}({ordering}))")),
                None => {}
            }
        }
        // These are for GlobalISel only; the selection DAG has none.
        if self.is("IsZeroExtLoad")? || self.is("IsSignExtLoad")? {
            code.push_str("return false;\n");
        }
        Ok(())
    }

    fn write_extension(&self, code: &mut String) -> Result<(), FieldError> {
        let mut stated = 0;
        for (field, name) in EXTENSIONS {
            if self.is(field)? {
                stated += 1;
                let extension = "cast<LoadSDNode>(N)->getExtensionType()";
                add(code, &format!("if ({extension} != ISD::{name})"));
            }
        }
        if stated > 1 {
            return Err(self.error(
                "IsNonExtLoad, IsAnyExtLoad, IsSignExtLoad, and IsZeroExtLoad are mutually exclusive",
            ));
        }
        Ok(())
    }

    fn write_truncation(&self, code: &mut String) -> Result<(), FieldError> {
        match self.bit("IsTruncStore")? {
            Some(false) => add(code, " if (cast<StoreSDNode>(N)->isTruncatingStore())"),
            Some(true) => add(code, " if (!cast<StoreSDNode>(N)->isTruncatingStore())"),
            None => {}
        }
        Ok(())
    }
}

/// Adds a condition under which the predicate does not hold.
fn add(code: &mut String, condition: &str) {
    code.extend([condition, " return false;\n"]);
}
