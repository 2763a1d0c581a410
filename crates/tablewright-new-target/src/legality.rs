//! Legality: the operations that no instruction does, or only with a feature.
//!
//! In: patterns. Out: [`Legality`], by which the constructor of the lowering expands operations.

use std::collections::BTreeMap;

use crate::comparisons::{branches, sets_register};
use crate::conditions::{INTEGER_CONDITIONS, IntegerCondition};
use crate::description::{Description, first_types};
use crate::roles::{BranchStyle, Roles};

/// Operations to expand.
pub(crate) struct Legality {
    /// Legal types with their register class and the condition of their loads.
    pub(crate) types: Vec<LegalType>,
    /// Operations that are not always legal.
    pub(crate) expanded: Vec<ExpandedOperation>,
    /// Widths of sign extensions in a register that no instruction does.
    pub(crate) extensions_in_register: Vec<u32>,
    /// Conditions that LLVM replaces by others; empty for targets with flags.
    pub(crate) conditions: Vec<&'static str>,
    /// Loads that no instruction does: the kind, and the width in memory.
    pub(crate) extending_loads: Vec<(&'static str, u32)>,
}

/// A type whose values registers hold.
pub(crate) struct LegalType {
    pub(crate) name: String,
    pub(crate) class: String,
    pub(crate) condition: Option<String>,
}

/// An operation without an instruction for a type.
pub(crate) struct ExpandedOperation {
    /// Enumerator of `ISD`.
    pub(crate) operation: &'static str,
    pub(crate) ty: String,
    /// Condition for an instruction; `None` if there is none.
    pub(crate) legal_if: Option<String>,
}

/// Operations on integers, as pattern and as enumerator.
const INTEGER_OPERATIONS: [(&str, &str); 23] = [
    ("add", "ADD"),
    ("sub", "SUB"),
    ("mul", "MUL"),
    ("sdiv", "SDIV"),
    ("udiv", "UDIV"),
    ("srem", "SREM"),
    ("urem", "UREM"),
    ("mulhs", "MULHS"),
    ("mulhu", "MULHU"),
    ("smullohi", "SMUL_LOHI"),
    ("umullohi", "UMUL_LOHI"),
    ("sdivrem", "SDIVREM"),
    ("udivrem", "UDIVREM"),
    ("shl", "SHL"),
    ("srl", "SRL"),
    ("sra", "SRA"),
    ("rotl", "ROTL"),
    ("rotr", "ROTR"),
    ("ctlz", "CTLZ"),
    ("cttz", "CTTZ"),
    ("ctpop", "CTPOP"),
    ("bswap", "BSWAP"),
    ("abs", "ABS"),
];

/// Operations on floating-point numbers.
const FLOAT_OPERATIONS: [(&str, &str); 13] = [
    ("fadd", "FADD"),
    ("fsub", "FSUB"),
    ("fmul", "FMUL"),
    ("fdiv", "FDIV"),
    ("frem", "FREM"),
    ("fneg", "FNEG"),
    ("fabs", "FABS"),
    ("fsqrt", "FSQRT"),
    ("fma", "FMA"),
    ("fcopysign", "FCOPYSIGN"),
    ("fsin", "FSIN"),
    ("fcos", "FCOS"),
    ("fpow", "FPOW"),
];

/// Conversions, which are expanded by their integer type.
const CONVERSIONS: [(&str, &str); 4] = [
    ("fp_to_sint", "FP_TO_SINT"),
    ("fp_to_uint", "FP_TO_UINT"),
    ("sint_to_fp", "SINT_TO_FP"),
    ("uint_to_fp", "UINT_TO_FP"),
];

const EXTENDING_LOADS: [(&str, &str); 3] =
    [("SEXTLOAD", "sextload"), ("ZEXTLOAD", "zextload"), ("EXTLOAD", "extload")];

/// Conditions of instructions by operation and type.
type Implementations = BTreeMap<(String, String), Vec<Option<String>>>;

impl Legality {
    /// Finds the operations to expand.
    pub(crate) fn new(description: &Description<'_>, roles: &Roles) -> Legality {
        let implementations = implementations(description);
        let types = legal_types(description, roles);
        let mut expanded = Vec::new();
        for ty in &types {
            let operations: &[_] =
                if ty.name.starts_with('f') { &FLOAT_OPERATIONS } else { &INTEGER_OPERATIONS };
            for &(operator, operation) in operations {
                let conditions = implementations.get(&(operator.to_owned(), ty.name.clone()));
                let conditions = conditions.map_or(&[][..], |list| list);
                if conditions.iter().all(Option::is_some) {
                    let mut alternatives: Vec<&str> =
                        conditions.iter().flatten().map(String::as_str).collect();
                    alternatives.sort_unstable();
                    alternatives.dedup();
                    let legal_if = (!alternatives.is_empty()).then(|| alternatives.join(" || "));
                    expanded.push(ExpandedOperation { operation, ty: ty.name.clone(), legal_if });
                }
            }
        }
        for (operator, operation) in CONVERSIONS {
            if !implementations.keys().any(|(name, _)| name == operator) {
                let ty = roles.word_type.clone();
                expanded.push(ExpandedOperation { operation, ty, legal_if: None });
            }
        }
        let widths = narrow_widths(&roles.word_type);
        Legality {
            types,
            expanded,
            conditions: replaced_conditions(description, roles),
            extensions_in_register: widths
                .iter()
                .copied()
                .filter(|width| !has_extension_in_register(description, *width))
                .collect(),
            extending_loads: EXTENDING_LOADS
                .iter()
                .flat_map(|&(kind, fragment)| {
                    widths.iter().map(move |&width| (kind, fragment, width))
                })
                .filter(|(_, fragment, width)| !has_load(description, fragment, *width))
                .map(|(kind, _, width)| (kind, width))
                .collect(),
        }
    }
}

/// Returns the integer widths below a word.
fn narrow_widths(word: &str) -> &'static [u32] {
    match word {
        "i64" => &[8, 16, 32],
        "i16" => &[8],
        _ => &[8, 16],
    }
}

fn implementations(description: &Description<'_>) -> Implementations {
    let mut implementations = Implementations::new();
    for pattern in description.patterns.iter().filter(|pattern| pattern.creates_one()) {
        let source = &pattern.source;
        let typed = if source.types.is_empty() { source.children.first() } else { Some(source) };
        let Some(instruction) = description.instruction(&pattern.result.operator) else { continue };
        let condition = description.condition(&instruction.predicates);
        for ty in typed.map_or(&[][..], first_types) {
            let key = (source.operator.clone(), ty.clone());
            implementations.entry(key).or_default().push(condition.clone());
        }
    }
    implementations
}

fn legal_types(description: &Description<'_>, roles: &Roles) -> Vec<LegalType> {
    let mut types = Vec::new();
    for name in [roles.word_type.as_str(), "f32", "f64"] {
        let is_of_type = |class: &str| {
            description
                .class(class)
                .is_some_and(|class| class.types.first().is_some_and(|ty| ty == name))
        };
        let mut loads = roles.loads.iter();
        let Some(load) = loads.find(|load| is_of_type(&load.class)) else { continue };
        let instruction = description.instruction(&load.instruction);
        types.push(LegalType {
            name: name.to_owned(),
            class: load.class.clone(),
            condition: instruction.and_then(|i| description.condition(&i.predicates)),
        });
    }
    types
}

/// Finds the conditions that LLVM replaces by others: no instruction sets them, or a branch compares by the same
/// condition with swapped operands. A condition without such a branch is set into a register, which a branch tests.
fn replaced_conditions(description: &Description<'_>, roles: &Roles) -> Vec<&'static str> {
    match roles.branches.style {
        BranchStyle::Flags => Vec::new(),
        BranchStyle::Compare => {
            let sets = |code| sets_register(description, &roles.word_type, code);
            let branches = |code| branches(description, &roles.word_type, code);
            let is_replaced = |known: &&IntegerCondition| {
                !sets(known.code)
                    || !branches(known.code) && branches(known.swapped) && sets(known.swapped)
            };
            INTEGER_CONDITIONS.iter().filter(is_replaced).map(|known| known.code).collect()
        }
    }
}

fn has_extension_in_register(description: &Description<'_>, width: u32) -> bool {
    let ty = format!("i{width}");
    let mut patterns = description.patterns.iter();
    patterns.any(|pattern| {
        pattern.source.operator == "sext_inreg"
            && pattern.source.children.get(1).is_some_and(|tree| tree.operator == ty)
    })
}

fn has_load(description: &Description<'_>, fragment: &str, width: u32) -> bool {
    let sized = format!("{fragment}i{width}");
    let mut patterns = description.patterns.iter();
    patterns.any(|pattern| {
        let has = |name: &str| pattern.source.predicates.iter().any(|predicate| predicate == name);
        pattern.source.operator == "ld" && has(fragment) && has(&sized)
    })
}
