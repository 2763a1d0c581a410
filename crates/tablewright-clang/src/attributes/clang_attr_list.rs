//! `--gen-clang-attr-list`: attributes by class, as macro calls.
//!
//! In: the attributes in the syntax tree. Out: a list in which the attributes of a class and of its
//! subclasses are adjacent, so that Clang can test membership by comparing with the first and the
//! last.

use tablewright_backend::{Failure, Job};
use tablewright_records::{ClassId, Feature, FieldError, RecordStore};
use tablewright_text::{CppWriter, line};

use super::model::ClangAttribute;

/// Attribute classes with their macros, root first.
const CLASSES: [(&str, &str); 11] = [
    ("ATTR", "Attr"),
    ("TYPE_ATTR", "TypeAttr"),
    ("STMT_ATTR", "StmtAttr"),
    ("DECL_OR_STMT_ATTR", "DeclOrStmtAttr"),
    ("INHERITABLE_ATTR", "InheritableAttr"),
    ("DECL_OR_TYPE_ATTR", "DeclOrTypeAttr"),
    ("INHERITABLE_PARAM_ATTR", "InheritableParamAttr"),
    PARAM_OR_STMT,
    ("PARAMETER_ABI_ATTR", "ParameterABIAttr"),
    ("HLSL_ANNOTATION_ATTR", "HLSLAnnotationAttr"),
    HLSL_SEMANTIC,
];

/// A class that some releases lack, with its macro.
const PARAM_OR_STMT: (&str, &str) =
    ("INHERITABLE_PARAM_OR_STMT_ATTR", "InheritableParamOrStmtAttr");
const HLSL_SEMANTIC: (&str, &str) = ("HLSL_SEMANTIC_ATTR", "HLSLSemanticBaseAttr");

const PRAGMA_MACRO: &str = "PRAGMA_SPELLING_ATTR";

struct AttributeList<'s> {
    /// The classes from [`CLASSES`] that the release has, in order.
    classes: Vec<AttrListClass<'s>>,
    /// The macro and the attribute of each call. Calls for a class and its subclasses are adjacent.
    calls: Vec<(&'static str, &'s str)>,
    /// Attributes that can be written as a pragma.
    pragmas: Vec<&'s str>,
}

struct AttrListClass<'s> {
    macro_name: &'static str,
    name: &'static str,
    /// The macro of the base class; `None` for the root.
    base: Option<&'static str>,
    /// The first and the last attribute of the class and its subclasses.
    range: Option<(&'s str, &'s str)>,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let list = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Attributes by class", Some(source));
        emit(&list, w);
    })
}

fn collect(store: &RecordStore) -> Result<AttributeList<'_>, FieldError> {
    let has_all = store.release().has(Feature::AttributesOnParamsOrStatements);
    let names: Vec<(&'static str, &'static str)> = CLASSES
        .into_iter()
        .filter(|class| has_all || ![PARAM_OR_STMT, HLSL_SEMANTIC].contains(class))
        .collect();
    let ids = names.iter().map(|(_, class)| store.expect_class(class));
    let ids: Vec<ClassId> = ids.collect::<Result<_, _>>()?;
    let bases: Vec<Option<usize>> = ids.iter().map(|&class| base(store, class, &ids)).collect();
    let mut members: Vec<Vec<&str>> = vec![Vec::new(); names.len()];
    let mut pragmas = Vec::new();
    for attribute in ClangAttribute::all_nodes(store)? {
        let spellings = attribute.spellings()?;
        if spellings.iter().any(|spelling| spelling.variety == "Pragma") {
            pragmas.push(attribute.name());
        }
        let classes = attribute.record().superclasses();
        if let Some(class) = first_match(0, &bases, &|class| classes.contains(&ids[class])) {
            members[class].push(attribute.name());
        }
    }
    let mut calls = Vec::new();
    let mut ranges = vec![None; names.len()];
    list_class(0, &bases, &members, &mut calls, &mut ranges);
    // Replaces class indices by macros.
    let calls = calls.into_iter().map(|(class, attribute)| (names[class].0, attribute)).collect();
    let classes =
        names.iter().zip(bases).zip(ranges).map(|((&(macro_name, name), base), range)| {
            AttrListClass { macro_name, name, base: base.map(|base| names[base].0), range }
        });
    Ok(AttributeList { classes: classes.collect(), calls, pragmas })
}

/// Returns the nearest superclass of a class in `ids`.
fn base(store: &RecordStore, class: ClassId, ids: &[ClassId]) -> Option<usize> {
    let bases = store.class(class).superclasses().iter().rev();
    bases.into_iter().find_map(|base| ids.iter().position(|id| id == base))
}

/// Iterates over the direct subclasses of `class` in order.
fn subclasses(class: usize, bases: &[Option<usize>]) -> impl Iterator<Item = usize> {
    (0..bases.len()).filter(move |&sub| bases[sub] == Some(class))
}

/// Returns the class under which an attribute is listed: the first matching subclass, or `class`
/// itself.
fn first_match(
    class: usize,
    bases: &[Option<usize>],
    has: &impl Fn(usize) -> bool,
) -> Option<usize> {
    let mut subclasses = subclasses(class, bases);
    let subclass_match = subclasses.find_map(|sub| first_match(sub, bases, has));
    subclass_match.or_else(|| has(class).then_some(class))
}

/// Lists the attributes of `class` after the attributes of its subclasses.
fn list_class<'s>(
    class: usize,
    bases: &[Option<usize>],
    members: &[Vec<&'s str>],
    calls: &mut Vec<(usize, &'s str)>,
    ranges: &mut [Option<(&'s str, &'s str)>],
) {
    let first = calls.len();
    for subclass in subclasses(class, bases) {
        list_class(subclass, bases, members, calls, ranges);
    }
    calls.extend(members[class].iter().map(|&attribute| (class, attribute)));
    // A class without attributes does not have a range.
    if let [(_, first), ..] = calls[first..]
        && let Some((_, last)) = calls.last()
    {
        ranges[class] = Some((first, last));
    }
}

fn emit(list: &AttributeList<'_>, w: &mut CppWriter<'_>) {
    for class in &list.classes {
        if let Some(base) = class.base {
            emit_fallback(class.macro_name, &format!(" {base}(NAME)"), w);
        }
    }
    emit_fallback(PRAGMA_MACRO, "", w);
    for (macro_name, attribute) in &list.calls {
        line!(w, "{macro_name}({attribute})");
    }
    for attribute in &list.pragmas {
        line!(w, "{PRAGMA_MACRO}({attribute})");
    }
    line!(w, "#ifdef ATTR_RANGE");
    for class in &list.classes {
        if let Some((first, last)) = class.range {
            line!(w, "ATTR_RANGE({}, {first}, {last})", class.name);
        }
    }
    line!(w, "#undef ATTR_RANGE");
    line!(w, "#endif");
    for class in &list.classes {
        line!(w, "#undef {}", class.macro_name);
    }
    line!(w, "#undef {PRAGMA_MACRO}");
}

/// Writes a macro definition, in case the including file lacks it.
fn emit_fallback(macro_name: &str, expansion: &str, w: &mut CppWriter<'_>) {
    line!(w, "#ifndef {macro_name}");
    line!(w, "#define {macro_name}(NAME){expansion}");
    line!(w, "#endif");
    line!(w);
}
