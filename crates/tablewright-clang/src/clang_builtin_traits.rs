//! `--gen-clang-builtin-traits`: the type and expression traits of Clang, as enumerations, arrays and macro calls.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_text::{CppWriter, line};

use crate::record_views::builtin_trait::{
    TokenKeyRecord, TraitAliasRecord, TraitRecord, TypeTraitRecord,
};

/// Trait kinds, by base class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TraitKind {
    Unary,
    Binary,
    Variadic,
    Array,
    UnaryExprOrType,
    Cxx11UnaryExprOrType,
    Expression,
}

impl TraitKind {
    /// The classes, and the macros that declare their traits.
    const ALL: [(TraitKind, &str, &str); 7] = [
        (TraitKind::Unary, "UnaryTrait", "TYPE_TRAIT_1"),
        (TraitKind::Binary, "BinaryTrait", "TYPE_TRAIT_2"),
        (TraitKind::Variadic, "VariadicTrait", "TYPE_TRAIT_N"),
        (TraitKind::Array, "ArrayTrait", "ARRAY_TYPE_TRAIT"),
        (TraitKind::UnaryExprOrType, "UnaryExprOrTypeTrait", "UNARY_EXPR_OR_TYPE_TRAIT"),
        (
            TraitKind::Cxx11UnaryExprOrType,
            "CXX11UnaryExprOrTypeTrait",
            "CXX11_UNARY_EXPR_OR_TYPE_TRAIT",
        ),
        (TraitKind::Expression, "ExpressionTrait", "EXPRESSION_TRAIT"),
    ];
}

/// The macros with their parameters, in declaration order.
const MACROS: [&str; 9] = [
    "TYPE_TRAIT_1(I,E,K)",
    "TYPE_TRAIT_2(I,E,K)",
    "TYPE_TRAIT_N(I,E,K)",
    "ARRAY_TYPE_TRAIT(I,E,K)",
    "UNARY_EXPR_OR_TYPE_TRAIT(I,E,K)",
    "CXX11_UNARY_EXPR_OR_TYPE_TRAIT(I,E,K)",
    "EXPRESSION_TRAIT(I,E,K)",
    "TRANSFORM_TYPE_TRAIT_DEF(K, Trait)",
    "ALIAS(X,Y,Z)",
];

struct BuiltinTraits<'s> {
    keys: Vec<(&'s str, i64)>,
    /// The traits in definition order.
    traits: Vec<BuiltinTrait<'s>>,
    aliases: Vec<TraitAlias<'s>>,
    enumerations: [TraitEnumeration; 4],
}

struct BuiltinTrait<'s> {
    kind: TraitKind,
    /// The macro that declares it.
    macro_name: &'static str,
    name: &'s str,
    spelling: &'s str,
    prefix: &'s str,
    /// The C++ library's template; empty for none.
    std_name: &'s str,
    keys: String,
}

struct TraitAlias<'s> {
    spelling: &'s str,
    primary: &'s str,
    keys: String,
}

/// A trait enumeration and its arrays.
struct TraitEnumeration {
    name: &'static str,
    comment: &'static str,
    /// Trait groups, each with a last enumerator.
    groups: Vec<TraitGroup>,
}

struct TraitGroup {
    /// Trait indices.
    traits: Vec<usize>,
    prefix: &'static str,
    /// Arity for type traits; 0 for any number.
    arity: Option<u8>,
    /// The enumerator's value: the trait count so far, less one.
    last: u64,
    /// Comment behind the enumerator.
    comment: String,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&model, source, w))
}

fn collect(store: &RecordStore) -> Result<BuiltinTraits<'_>, FieldError> {
    let mut keys = Vec::new();
    for key in by_definition(TokenKeyRecord::all_if_defined(store)) {
        keys.push((key.name(), key.number()?));
    }
    let mut traits = Vec::new();
    for record in by_definition(TraitRecord::all_if_defined(store)) {
        let kind = TraitKind::ALL.iter().find(|(_, class, _)| Record::from(record).inherits(class));
        let Some(&(kind, _, macro_name)) = kind else { continue };
        let type_trait = TypeTraitRecord::from_record(record);
        traits.push(BuiltinTrait {
            kind,
            macro_name,
            name: record.name(),
            spelling: record.spelling()?,
            prefix: record.prefix()?,
            std_name: type_trait.map_or(Ok(""), |record| record.std_name())?,
            keys: joined(record.key_flags()?),
        });
    }
    let mut aliases = Vec::new();
    for alias in by_definition(TraitAliasRecord::all_if_defined(store)) {
        aliases.push(TraitAlias {
            spelling: alias.spelling()?,
            primary: alias.primary()?.spelling()?,
            keys: joined(alias.key_flags()?),
        });
    }
    let enumerations = enumerations(&traits);
    Ok(BuiltinTraits { keys, traits, aliases, enumerations })
}

fn by_definition<'s, V: RecordView<'s>>(mut records: Vec<V>) -> Vec<V> {
    records.sort_by_key(|&record| record.into().id());
    records
}

fn joined(keys: Vec<TokenKeyRecord<'_>>) -> String {
    let names: Vec<&str> = keys.into_iter().map(|key| key.name()).collect();
    names.join(" | ")
}

fn enumerations(traits: &[BuiltinTrait<'_>]) -> [TraitEnumeration; 4] {
    use TraitKind::{
        Array, Binary, Cxx11UnaryExprOrType, Expression, Unary, UnaryExprOrType, Variadic,
    };
    let enumeration = |name, comment, rows: &[(&[TraitKind], &'static str, Option<u8>, &str)]| {
        let mut count = 0_u64;
        let groups = rows.iter().map(|&(kinds, prefix, arity, comment)| {
            let of_kind =
                |&kind: &TraitKind| (0..traits.len()).filter(move |&i| traits[i].kind == kind);
            let members: Vec<usize> = kinds.iter().flat_map(of_kind).collect();
            count += members.len() as u64;
            let comment = format!("{prefix}_Last == last {prefix}{comment}");
            TraitGroup { traits: members, prefix, arity, last: count.wrapping_sub(1), comment }
        });
        TraitEnumeration { name, comment, groups: groups.collect() }
    };
    let rest = "_XX in the enum.";
    [
        enumeration(
            "TypeTrait",
            "Names for traits that operate specifically on types.",
            &[
                (&[Unary], "UTT", Some(1), rest),
                (&[Binary], "BTT", Some(2), rest),
                (&[Variadic], "TT", Some(0), rest),
            ],
        ),
        enumeration(
            "ArrayTypeTrait",
            "Names for the array type traits.",
            &[(&[Array], "ATT", None, "")],
        ),
        enumeration(
            "UnaryExprOrTypeTrait",
            "Names for the \"expression or type\" traits.",
            &[(&[UnaryExprOrType, Cxx11UnaryExprOrType], "UETT", None, rest)],
        ),
        enumeration(
            "ExpressionTrait",
            "Names for the expression traits.",
            &[(&[Expression], "ET", None, rest)],
        ),
    ]
}

fn emit(model: &BuiltinTraits<'_>, source: &str, w: &mut CppWriter) {
    w.file_header("Type and expression traits", Some(source));
    line!(w, "#if defined(EMIT_TOKENKEY)");
    for (name, number) in &model.keys {
        line!(w, "  {name} = {number},");
    }
    line!(w, "#elif defined(EMIT_ENUMS)");
    for enumeration in &model.enumerations {
        emit_enumeration(model, enumeration, w);
    }
    line!(w, "#elif defined(EMIT_ARRAYS)");
    for enumeration in &model.enumerations {
        emit_arrays(model, enumeration, w);
    }
    line!(w, "#elif defined(EMIT_STD_NAME_CASES)");
    for one in model.traits.iter().filter(|one| !one.std_name.is_empty()) {
        line!(w, "  .Case(\"{}\", TypeTrait::{}_{})", one.std_name, one.prefix, one.name);
    }
    line!(w, "#else");
    emit_macros(model, w);
    line!(w, "#endif");
    w.text_block(
        "


        #undef EMIT_ARRAYS
        #undef EMIT_ENUMS
        #undef EMIT_STD_NAME_CASES
        #undef EMIT_TOKENKEY

        ",
    );
}

fn emit_enumeration(model: &BuiltinTraits<'_>, enumeration: &TraitEnumeration, w: &mut CppWriter) {
    line!(w, "/// {}", enumeration.comment);
    line!(w, "enum {} {{", enumeration.name);
    for (i, group) in enumeration.groups.iter().enumerate() {
        for &one in &group.traits {
            line!(w, "  {}_{},", model.traits[one].prefix, model.traits[one].name);
        }
        let comma = if i + 1 == enumeration.groups.len() { "" } else { "," };
        line!(w, "  {}_Last = {}{comma} // {}", group.prefix, group.last, group.comment);
    }
    line!(w, "}};");
    line!(w);
}

fn emit_arrays(model: &BuiltinTraits<'_>, enumeration: &TraitEnumeration, w: &mut CppWriter) {
    let traits = || {
        let indices = enumeration.groups.iter().flat_map(|group| &group.traits);
        indices.map(|&one| &model.traits[one])
    };
    let name = enumeration.name;
    line!(w, "static constexpr const char *{name}Names[] = {{");
    traits().for_each(|one| line!(w, "  \"{}\",", one.name));
    line!(w, "}};");
    line!(w);
    line!(w, "static constexpr const char *{name}Spellings[] = {{");
    traits().for_each(|one| line!(w, "  \"{}\",", one.spelling));
    line!(w, "}};");
    line!(w);
    if enumeration.groups.iter().any(|group| group.arity.is_some()) {
        line!(w, "static constexpr const unsigned {name}Arities[] = {{");
        emit_arities(&enumeration.groups, w);
        line!(w, "}};");
        line!(w);
    }
}

/// Writes a line of arities for each group with traits, and always one for the last group.
fn emit_arities(groups: &[TraitGroup], w: &mut CppWriter) {
    for (number, group) in groups.iter().enumerate() {
        for i in 0..group.traits.len() {
            let separator = if i == 0 { "" } else { ", " };
            write!(w, "{separator}{}", group.arity.unwrap_or_default());
        }
        let is_last = number + 1 == groups.len();
        if is_last {
            w.raw("\n");
        } else if !group.traits.is_empty() {
            w.raw(",\n");
        }
    }
}

fn emit_macros(model: &BuiltinTraits<'_>, w: &mut CppWriter) {
    let name = |declaration: &'static str| declaration.split('(').next().unwrap_or(declaration);
    for declaration in MACROS {
        line!(w, "#ifndef {}", name(declaration));
        line!(w, "#define {declaration}");
        line!(w, "#endif");
    }
    line!(w);
    for BuiltinTrait { macro_name, spelling, name, keys, .. } in &model.traits {
        line!(w, "{macro_name}({spelling}, {name}, {keys})");
    }
    for TraitAlias { spelling, primary, keys } in &model.aliases {
        line!(w, "ALIAS(\"{spelling}\", {primary}, {keys})");
    }
    for declaration in MACROS.into_iter().rev() {
        line!(w, "#undef {}", name(declaration));
    }
}
