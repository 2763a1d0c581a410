//! The types and attributes that conditions name by their C++ classes, as IRDL names them.

use rustc_hash::FxHashMap;

use super::constraint::IrdlConstraint;
use super::contents::Contents;
use crate::model::{AttrOrType, AttrOrTypeDef};

/// The kind of value that a condition tests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BaseSubject {
    /// A value's type.
    Type,
    /// An attribute.
    Attribute,
}

/// Builtin MLIR types without parameters, by C++ class, as MLIR prints them. Small floating-point types are named like
/// parametric types instead, because not all readers know their keywords.
const SINGLETONS: [(&str, &str); 8] = [
    ("BFloat16Type", "bf16"),
    ("Float16Type", "f16"),
    ("Float32Type", "f32"),
    ("Float64Type", "f64"),
    ("Float80Type", "f80"),
    ("Float128Type", "f128"),
    ("IndexType", "index"),
    ("NoneType", "none"),
];

/// Builtin MLIR types by C++ class. A class for several types lists all types.
const TYPES: [(&str, &[&str]); 27] = [
    ("BaseMemRefType", &["memref", "unranked_memref"]),
    ("ComplexType", &["complex"]),
    ("Float4E2M1FNType", &["f4E2M1FN"]),
    ("Float6E2M3FNType", &["f6E2M3FN"]),
    ("Float6E3M2FNType", &["f6E3M2FN"]),
    ("Float8E3M4Type", &["f8E3M4"]),
    ("Float8E4M3B11FNUZType", &["f8E4M3B11FNUZ"]),
    ("Float8E4M3FNType", &["f8E4M3FN"]),
    ("Float8E4M3FNUZType", &["f8E4M3FNUZ"]),
    ("Float8E4M3Type", &["f8E4M3"]),
    ("Float8E5M2FNUZType", &["f8E5M2FNUZ"]),
    ("Float8E5M2Type", &["f8E5M2"]),
    ("Float8E8M0FNUType", &["f8E8M0FNU"]),
    ("FloatTF32Type", &["tf32"]),
    ("FunctionType", &["function"]),
    ("GraphType", &["graph"]),
    ("IntegerType", &["integer"]),
    ("MemRefType", &["memref"]),
    ("OpaqueType", &["opaque"]),
    ("RankedTensorType", &["tensor"]),
    ("TensorType", &["tensor", "unranked_tensor"]),
    ("TokenType", &["token"]),
    ("TupleType", &["tuple"]),
    ("UnrankedMemRefType", &["unranked_memref"]),
    ("UnrankedTensorType", &["unranked_tensor"]),
    ("VectorType", &["vector"]),
    ("Type", &[]),
];

/// Builtin MLIR attributes by C++ class. In IRDL a type is itself an attribute, so an attribute that contains a type
/// has no separate name.
const ATTRIBUTES: [(&str, &[&str]); 15] = [
    ("AffineMapAttr", &["affine_map"]),
    ("ArrayAttr", &["array"]),
    ("Attribute", &[]),
    ("DenseArrayAttr", &["dense_array"]),
    ("DenseResourceElementsAttr", &["dense_resource_elements"]),
    ("DenseStringElementsAttr", &["dense_string_elements"]),
    ("DictionaryAttr", &["dictionary"]),
    ("FloatAttr", &["float"]),
    ("IntegerAttr", &["integer"]),
    ("IntegerSetAttr", &["integer_set"]),
    ("OpaqueAttr", &["opaque"]),
    ("SparseElementsAttr", &["sparse_elements"]),
    ("StridedLayoutAttr", &["strided_layout"]),
    ("StringAttr", &["string"]),
    ("SymbolRefAttr", &["symbol_ref"]),
];

/// Types and attributes in a description and in MLIR itself.
pub(super) struct Bases {
    /// The description's types or attributes, by qualified C++ class.
    defs: FxHashMap<String, IrdlConstraint>,
    symbols: Symbols,
}

/// The definition names in a dialect, where types, attributes and operations share a namespace.
pub(super) struct Symbols {
    names: FxHashMap<(AttrOrType, String), String>,
}

impl Symbols {
    /// Names types and attributes by mnemonic, prefixed with `!` or `#` if another entity in the dialect has the same
    /// name.
    fn new(contents: &Contents<'_, '_>) -> Symbols {
        let mnemonics = |kind| contents.own(kind).map(|def| mnemonic(def).to_owned());
        let operations = || contents.operations.iter().map(|one| one.names.mnemonic.to_owned());
        let mut uses: FxHashMap<String, usize> = FxHashMap::default();
        for name in
            mnemonics(AttrOrType::Attr).chain(mnemonics(AttrOrType::Type)).chain(operations())
        {
            *uses.entry(name).or_default() += 1;
        }
        let mut names = FxHashMap::default();
        for kind in [AttrOrType::Attr, AttrOrType::Type] {
            for name in mnemonics(kind) {
                let is_shared = uses.get(&name).is_some_and(|&count| count > 1);
                let symbol =
                    if is_shared { format!("{}{name}", sigil(kind)) } else { name.clone() };
                names.insert((kind, name), symbol);
            }
        }
        Symbols { names }
    }

    /// Returns the name of a definition in the dialect.
    pub(super) fn get(&self, kind: AttrOrType, def: &AttrOrTypeDef<'_>) -> String {
        let key = (kind, mnemonic(def).to_owned());
        self.names.get(&key).cloned().unwrap_or(key.1)
    }
}

/// Returns the sigil before attribute or type names.
fn sigil(kind: AttrOrType) -> char {
    match kind {
        AttrOrType::Attr => '#',
        AttrOrType::Type => '!',
    }
}

/// Returns an attribute's or a type's name within its dialect.
fn mnemonic<'s>(def: &AttrOrTypeDef<'s>) -> &'s str {
    let full_name = def.names.full_name;
    let after = full_name.strip_prefix(def.dialect.name).and_then(|rest| rest.strip_prefix('.'));
    let name = after.filter(|name| !name.is_empty()).or(def.names.mnemonic);
    name.unwrap_or(def.names.class)
}

/// Returns a C++ name without the namespace that all names begin with.
fn without_root(class: &str) -> &str {
    let class = class.trim();
    class.strip_prefix("::").unwrap_or(class)
}

impl Bases {
    pub(super) fn new(contents: &Contents<'_, '_>) -> Bases {
        let symbols = Symbols::new(contents);
        let mut defs = FxHashMap::default();
        for (kind, list) in
            [(AttrOrType::Attr, &contents.attributes), (AttrOrType::Type, &contents.types)]
        {
            for def in list {
                let constraint = if contents.defines(def) {
                    IrdlConstraint::Symbol(symbols.get(kind, def))
                } else {
                    let (sigil, dialect) = (sigil(kind), def.dialect.name);
                    IrdlConstraint::Base(format!("{sigil}{dialect}.{}", mnemonic(def)))
                };
                let namespace = without_root(def.dialect.cpp_namespace);
                let class = match namespace {
                    "" => def.names.class.to_owned(),
                    _ => format!("{namespace}::{}", def.names.class),
                };
                defs.insert(class, constraint);
            }
        }
        Bases { defs, symbols }
    }

    pub(super) fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Returns the types or attributes for a C++ class; `None` if IRDL cannot name it, for example an interface.
    pub(super) fn for_class(&self, class: &str) -> Option<IrdlConstraint> {
        let class = without_root(class);
        let builtin = class.strip_prefix("mlir::").unwrap_or(class);
        let named = |sigil: char, names: &[&str]| match names {
            [] => IrdlConstraint::Any,
            [name] => IrdlConstraint::Base(format!("{sigil}builtin.{name}")),
            [..] => {
                let bases = names.iter().map(|name| format!("{sigil}builtin.{name}"));
                IrdlConstraint::AnyOf(bases.map(IrdlConstraint::Base).collect())
            }
        };
        let find = |table: &[(&str, &'static [&'static str])]| {
            table.iter().find(|(one, _)| *one == builtin).map(|(_, names)| *names)
        };
        let is = |text: &str| IrdlConstraint::Is(text.to_owned());
        if let Some((_, text)) = SINGLETONS.iter().find(|(one, _)| *one == builtin) {
            return Some(is(text));
        }
        match builtin {
            "UnitAttr" => return Some(is("unit")),
            "BoolAttr" => return Some(IrdlConstraint::AnyOf(vec![is("false"), is("true")])),
            _ => {}
        }
        find(&TYPES)
            .map(|names| named('!', names))
            .or_else(|| find(&ATTRIBUTES).map(|names| named('#', names)))
            .or_else(|| self.defs.get(class).cloned())
    }
}
