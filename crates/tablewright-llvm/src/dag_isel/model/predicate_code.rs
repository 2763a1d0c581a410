//! Fragment predicates as C++: their own code, and code for their special fields.
//!
//! In: a fragment's record. Out: the body of a case in `CheckNodePredicate`.

use std::fmt::Write;

use tablewright_records::{Feature, FieldError, RecordId, RecordStore, RecordView, Value, ValueId};
use tablewright_selection::patterns::{FragmentId, PatternsToMatch};
use tablewright_selection::record_views::selection_dag::PatFragsRecord;
use tablewright_syntax::diagnostic::Code;

use super::PLAIN_NODE;

/// A field that is a bit.
type BitField = fn(PatFragsRecord<'_>) -> Result<Option<bool>, FieldError>;

/// Fields for an atomic operation's ordering, with the C++ condition for a different ordering.
const ORDERINGS: [(&str, BitField, &str); 5] = [
    ("IsAtomicOrderingMonotonic", |f| f.is_monotonic(), "Monotonic"),
    ("IsAtomicOrderingAcquire", |f| f.is_acquire(), "Acquire"),
    ("IsAtomicOrderingRelease", |f| f.is_release(), "Release"),
    ("IsAtomicOrderingAcquireRelease", |f| f.is_acquire_release(), "AcquireRelease"),
    (
        "IsAtomicOrderingSequentiallyConsistent",
        |f| f.is_sequentially_consistent(),
        "SequentiallyConsistent",
    ),
];

/// A minimum strength for an atomic ordering.
struct Strength {
    field: &'static str,
    bit: BitField,
    /// Meaning of a zero field.
    opposite: &'static str,
    /// C++ function that tests the strength.
    function: &'static str,
}

const STRENGTHS: [Strength; 2] = [
    Strength {
        field: "IsAtomicOrderingAcquireOrStronger",
        bit: |f| f.is_acquire_or_stronger(),
        opposite: "IsAtomicOrderingWeakerThanAcquire",
        function: "isAcquireOrStronger",
    },
    Strength {
        field: "IsAtomicOrderingReleaseOrStronger",
        bit: |f| f.is_release_or_stronger(),
        opposite: "IsAtomicOrderingWeakerThanRelease",
        function: "isReleaseOrStronger",
    },
];

/// Fields for the extension kind of a load, with the matching kind.
const EXTENSIONS: [(&str, BitField, &str); 4] = [
    ("IsNonExtLoad", |f| f.is_non_ext_load(), "NON_EXTLOAD"),
    ("IsAnyExtLoad", |f| f.is_any_ext_load(), "EXTLOAD"),
    ("IsSignExtLoad", |f| f.is_sign_ext_load(), "SEXTLOAD"),
    ("IsZeroExtLoad", |f| f.is_zero_ext_load(), "ZEXTLOAD"),
];

/// Returns the code for a fragment's predicate.
pub(super) fn code_of(
    id: FragmentId,
    store: &RecordStore,
    patterns: &PatternsToMatch,
) -> Result<String, FieldError> {
    let record = PatFragsRecord::new(store.record(patterns.fragment(id).record));
    let has = |feature| store.release().has(feature);
    let takes_value = has(Feature::SelectorNumbersAreSleb128);
    let fragment = PredicateFragment {
        record,
        takes_value,
        atomic_loads_extend: has(Feature::AtomicLoadsExtend),
        node: if takes_value { "Op.getNode()" } else { "Node" },
        dereferenced: if takes_value { "Op" } else { "Node" },
    };
    let node_variable = fragment.node;
    if let Some(immediate) = record.immediate_code()?.filter(|code| !code.is_empty()) {
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
        Some(class) if class != PLAIN_NODE => {
            format!("    auto *N = cast<{class}>({node_variable});\n")
        }
        _ => format!("    SDNode *N = {node_variable};\n"),
    };
    code.push_str("    (void)N;\n");
    fragment.check()?;
    fragment.write_conditions(&mut code)?;
    Ok(code)
}

/// Whether a bit is set.
fn is(bit: Result<Option<bool>, FieldError>) -> Result<bool, FieldError> {
    Ok(bit? == Some(true))
}

/// A fragment's record.
struct PredicateFragment<'s> {
    record: PatFragsRecord<'s>,
    /// Whether loads that are atomic can extend their value.
    atomic_loads_extend: bool,
    /// Whether the function receives a value instead of its node.
    takes_value: bool,
    /// C++ for the function's node, and for member access.
    node: &'static str,
    dereferenced: &'static str,
}

impl<'s> PredicateFragment<'s> {
    fn error(&self, message: &str) -> FieldError {
        FieldError::new(Code::PatternNodes, *self.record, message)
    }

    fn name(&self, ty: RecordId) -> &'s str {
        self.record.store().record(ty).name()
    }

    fn has_address_spaces(&self) -> Result<bool, FieldError> {
        Ok(self.record.address_spaces_value()? != ValueId::UNSET)
    }

    fn min_alignment(&self) -> Result<i64, FieldError> {
        Ok(self.record.min_alignment()?.unwrap_or(0))
    }

    /// Returns the predicate of a constant: code that looks at `Imm`.
    fn immediate_code(&self, code: &str) -> Result<String, FieldError> {
        let record = self.record;
        let mut fields = vec![
            ("IsLoad", record.is_load()),
            ("IsStore", record.is_store()),
            ("IsUnindexed", record.is_unindexed()),
        ];
        fields.extend(EXTENSIONS.map(|(field, bit, _)| (field, bit(record))));
        for (field, bit) in fields {
            if is(bit)? {
                return Err(self.not_for_constants(field));
            }
        }
        match record.is_trunc_store()? {
            Some(false) => return Err(self.not_for_constants("IsNonTruncStore")),
            Some(true) => return Err(self.not_for_constants("IsTruncStore")),
            None => {}
        }
        for (field, ty) in
            [("MemoryVT", record.memory_vt()?), ("ScalarMemoryVT", record.scalar_memory_vt()?)]
        {
            if ty.is_some() {
                return Err(self.not_for_constants(field));
            }
        }
        let (ty, value) = if record.is_ap_int()? {
            ("const APInt &", format!("{}->getAsAPIntVal()", self.dereferenced))
        } else if is(record.is_ap_float())? {
            ("const APFloat &", format!("cast<ConstantFPSDNode>({})->getValueAPF()", self.node))
        } else {
            ("int64_t", format!("cast<ConstantSDNode>({})->getSExtValue()", self.node))
        };
        Ok(format!("    {ty} Imm = {value};\n{code}"))
    }

    fn not_for_constants(&self, field: &str) -> FieldError {
        self.error(&format!("{field} cannot be used with ImmLeaf or its subclasses"))
    }

    /// Checks that the fields are consistent.
    fn check(&self) -> Result<(), FieldError> {
        let (load, store, atomic) =
            (is(self.record.is_load())?, is(self.record.is_store())?, is(self.record.is_atomic())?);
        let requires = |is_wrong: bool, what: &str, of: &str| {
            if is_wrong { Err(self.error(&format!("{what} requires {of}"))) } else { Ok(()) }
        };
        let accesses = load || store;
        requires(
            !accesses && !atomic && self.record.memory_vt()?.is_some(),
            "MemoryVT",
            "IsLoad or IsStore",
        )?;
        requires(!accesses && is(self.record.is_unindexed())?, "IsUnindexed", "IsLoad or IsStore")?;
        let scalar = "ScalarMemoryVT";
        requires(
            !accesses && self.record.scalar_memory_vt()?.is_some(),
            scalar,
            "IsLoad or IsStore",
        )?;
        if [load, store, atomic].iter().filter(|&&is| is).count() > 1 {
            return Err(self.error("IsLoad, IsStore, and IsAtomic are mutually exclusive"));
        }
        let (sign, zero) =
            (is(self.record.is_sign_ext_load())?, is(self.record.is_zero_ext_load())?);
        let (plain, any) = (is(self.record.is_non_ext_load())?, is(self.record.is_any_ext_load())?);
        let by_itself = |what: &str| Err(self.error(&format!("{what} cannot be used by itself")));
        let says_where = self.record.memory_vt()?.is_some() || self.has_address_spaces()?;
        let says_more = says_where
            || is(self.record.is_unindexed())?
            || self.record.scalar_memory_vt()?.is_some()
            || self.min_alignment()? >= 1;
        if load {
            if !says_more && !plain && !any && !sign && !zero {
                return by_itself("IsLoad");
            }
        } else {
            let atomic_extends = atomic && self.atomic_loads_extend;
            let needed = if self.atomic_loads_extend { "IsLoad or IsAtomic" } else { "IsLoad" };
            requires(!atomic_extends && plain, "IsNonExtLoad", needed)?;
            requires(!atomic_extends && any, "IsAnyExtLoad", needed)?;
            requires(!atomic && sign, "IsSignExtLoad", "IsLoad or IsAtomic")?;
            requires(!atomic && zero, "IsZeroExtLoad", "IsLoad or IsAtomic")?;
        }
        let truncates = self.record.is_trunc_store()?;
        if store {
            if !says_more && truncates.is_none() {
                return by_itself("IsStore");
            }
        } else {
            requires(truncates == Some(false), "IsNonTruncStore", "IsStore")?;
            requires(truncates == Some(true), "IsTruncStore", "IsStore")?;
        }
        let extends = sign || zero || self.atomic_loads_extend && (plain || any);
        self.check_orderings(atomic, says_where || extends)
    }

    fn check_orderings(&self, is_atomic: bool, says_more: bool) -> Result<(), FieldError> {
        let mut stated = Vec::new();
        for (field, bit, _) in ORDERINGS {
            stated.extend(is(bit(self.record))?.then_some(field));
        }
        for Strength { field, bit, opposite, .. } in STRENGTHS {
            match bit(self.record)? {
                Some(true) => stated.push(field),
                Some(false) => stated.push(opposite),
                None => {}
            }
        }
        match stated.first() {
            Some(field) if !is_atomic => Err(self.error(&format!("{field} requires IsAtomic"))),
            None if is_atomic && !says_more => Err(self.error("IsAtomic cannot be used by itself")),
            _ => Ok(()),
        }
    }

    /// Writes the conditions. If a condition is false, the function returns.
    fn write_conditions(&self, code: &mut String) -> Result<(), FieldError> {
        let (load, store, atomic) =
            (is(self.record.is_load())?, is(self.record.is_store())?, is(self.record.is_atomic())?);
        let start = code.len();
        if load || store || atomic {
            self.write_memory(code)?;
        }
        if atomic {
            self.write_orderings(code)?;
        }
        if load || store {
            let class = if load { "LoadSDNode" } else { "StoreSDNode" };
            if is(self.record.is_unindexed())? {
                add(code, &format!("if (cast<{class}>(N)->getAddressingMode() != ISD::UNINDEXED)"));
            }
            if load {
                self.write_extension(class, code)?
            } else {
                self.write_truncation(code)?
            }
            if let Some(ty) = self.record.scalar_memory_vt()? {
                let (memory, ty) =
                    (format!("cast<{class}>(N)->getMemoryVT().getScalarType()"), self.name(ty));
                add(code, &format!("if ({memory} != MVT::{ty})"));
            }
        }
        if is(self.record.has_no_use())? {
            add(
                code,
                if self.takes_value {
                    "if (N->hasAnyUseOfValue(0))"
                } else {
                    "if (!SDValue(N, 0).use_empty())"
                },
            );
        }
        if is(self.record.has_one_use())? {
            add(
                code,
                if self.takes_value {
                    "if (!N->hasNUsesOfValue(1, 0))"
                } else {
                    "if (!SDValue(N, 0).hasOneUse())"
                },
            );
        }
        match self.record.predicate_code()?.unwrap_or("") {
            "" if code.len() > start => code.push_str("return true;\n"),
            own => code.push_str(own),
        }
        Ok(())
    }

    /// Conditions on the address, alignment and type of a memory access.
    fn write_memory(&self, code: &mut String) -> Result<(), FieldError> {
        if self.has_address_spaces()? {
            let mut unequal = Vec::new();
            for &space in self.record.address_spaces()? {
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
        if let Some(ty) = self.record.memory_vt()? {
            let ty = self.name(ty);
            add(code, &format!("if (cast<MemSDNode>(N)->getMemoryVT() != MVT::{ty})"));
        }
        Ok(())
    }

    fn write_orderings(&self, code: &mut String) -> Result<(), FieldError> {
        let ordering = "cast<AtomicSDNode>(N)->getMergedOrdering()";
        for (_, bit, name) in ORDERINGS {
            if is(bit(self.record))? {
                add(code, &format!("if ({ordering} != AtomicOrdering::{name})"));
            }
        }
        for Strength { bit, function, .. } in STRENGTHS {
            match bit(self.record)? {
                Some(true) => add(code, &format!("if (!{function}({ordering}))")),
                Some(false) => add(code, &format!("if ({function}({ordering}))")),
                None => {}
            }
        }
        if self.atomic_loads_extend {
            return self.write_extension("AtomicSDNode", code);
        }
        // These are for GlobalISel only; the selection DAG has none.
        if is(self.record.is_zero_ext_load())? || is(self.record.is_sign_ext_load())? {
            code.push_str("return false;\n");
        }
        Ok(())
    }

    fn write_extension(&self, class: &str, code: &mut String) -> Result<(), FieldError> {
        let mut stated = 0;
        for (_, bit, name) in EXTENSIONS {
            if is(bit(self.record))? {
                stated += 1;
                let extension = format!("cast<{class}>(N)->getExtensionType()");
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
        match self.record.is_trunc_store()? {
            Some(false) => add(code, " if (cast<StoreSDNode>(N)->isTruncatingStore())"),
            Some(true) => add(code, " if (!cast<StoreSDNode>(N)->isTruncatingStore())"),
            None => {}
        }
        Ok(())
    }
}

/// Adds a condition under which the predicate is false.
fn add(code: &mut String, condition: &str) {
    code.extend([condition, " return false;\n"]);
}
