//! Attribute classes: members, constructors and factory functions.
//!
//! In: an attribute in the syntax tree. Out: the parts that the class definition and the member
//! function definitions share.

use tablewright_records::{Feature, FieldError, Record};
use tablewright_syntax::diagnostic::Code;

use super::ClangAttribute;
use super::argument::AttrArgument;
use super::semantic_spelling::{self, SemanticSpelling};
use super::spelling::{self, AttrSpelling};
use crate::record_views::attr::{ArgumentRecord, AttrRecord};

/// An attribute's class.
pub(crate) struct AttributeClass<'s> {
    /// The name without the suffix `Attr`.
    pub(crate) name: &'s str,
    /// The base class.
    pub(crate) base: &'s str,
    pub(crate) arguments: Vec<AttrArgument<'s>>,
    /// The member for pack arguments that are not expanded yet.
    pub(crate) delayed: Option<AttrArgument<'s>>,
    pub(crate) spellings: Vec<AttrSpelling<'s>>,
    /// Enumerators for `spellings`; empty if there are fewer than two.
    pub(crate) semantic_spellings: Vec<SemanticSpelling<'s>>,
    /// Whether the spellings differ in more than syntax.
    pub(crate) has_different_names: bool,
    pub(crate) factories: Vec<AttrClassParameters>,
    pub(crate) constructors: Vec<AttrClassParameters>,
    /// The comparison of attributes; `None` in releases without comparison functions.
    pub(crate) comparison: Option<AttrComparison<'s>>,
}

/// The comparison and the profile of attributes.
pub(crate) struct AttrComparison<'s> {
    /// The function that compares two attributes; `None` to compare their arguments.
    pub(crate) comparison_function: Option<&'s str>,
    /// The function that profiles an attribute; `None` to profile its arguments.
    pub(crate) profile_function: Option<&'s str>,
}

impl<'s> AttrComparison<'s> {
    fn collect(attribute: AttrRecord<'s>) -> Result<Option<AttrComparison<'s>>, FieldError> {
        if !attribute.store().release().has(Feature::AttributesCanBeCompared) {
            return Ok(None);
        }
        let function = |name: &'s str| Some(name).filter(|name| !name.is_empty());
        Ok(Some(AttrComparison {
            comparison_function: function(attribute.comparison_fn()?),
            profile_function: function(attribute.profile_fn()?),
        }))
    }
}

/// The arguments that a constructor or factory function takes.
pub(crate) enum AttrClassParameters {
    /// Arguments by index in [`AttributeClass::arguments`].
    Arguments(Vec<usize>),
    /// Pack arguments that are not expanded yet.
    Delayed,
}

impl AttrClassParameters {
    /// Whether the argument at `index` has a parameter.
    pub(crate) fn take(&self, index: usize) -> bool {
        match self {
            AttrClassParameters::Arguments(indices) => indices.contains(&index),
            AttrClassParameters::Delayed => false,
        }
    }
}

impl<'s> AttributeClass<'s> {
    pub(crate) fn collect(attribute: ClangAttribute<'s>) -> Result<AttributeClass<'s>, FieldError> {
        let records = attribute.record().args()?;
        let accepts_pack = attribute.accepts_pack()?;
        if accepts_pack {
            check_pack(attribute, &records)?;
        }
        let arguments = attribute.arguments()?;
        let delayed = attribute.delayed_arguments()?;
        let spellings = attribute.spellings()?;
        let has_several = spellings.len() > 1;
        Ok(AttributeClass {
            name: attribute.name(),
            base: base(attribute),
            factories: factories(&arguments, accepts_pack),
            constructors: constructors(&arguments, accepts_pack),
            comparison: AttrComparison::collect(attribute.record())?,
            arguments,
            delayed,
            semantic_spellings: if has_several {
                semantic_spelling::for_spellings(&spellings)
            } else {
                Vec::new()
            },
            has_different_names: has_several && !spelling::share_a_name(&spellings),
            spellings,
        })
    }
}

/// Checks that the arguments can come from packs.
fn check_pack(
    attribute: ClangAttribute<'_>,
    arguments: &[ArgumentRecord<'_>],
) -> Result<(), FieldError> {
    let last = arguments.len().saturating_sub(1);
    for (i, argument) in arguments.iter().enumerate() {
        if argument.is_identifier() || argument.is_variadic_identifier() || argument.is_type() {
            return Err(attribute.error(
                Code::AttributeArguments,
                "Attributes accepting packs cannot also have identifier or type arguments.",
            ));
        }
        // Expressions can be delayed until instantiation only if at most the last argument is
        // variadic.
        if i < last && argument.is_variadic_expression() {
            return Err(attribute.error(
                Code::AttributeArguments,
                "Attributes accepting packs can only have the last argument be variadic.",
            ));
        }
    }
    Ok(())
}

/// Returns the C++ base class.
fn base(attribute: ClangAttribute<'_>) -> &str {
    let record = Record::from(attribute.record());
    let store = record.store();
    let classes = record.superclasses().iter().rev().map(|&class| store.class(class).name());
    // These two are not classes in Clang.
    let mut bases =
        classes.filter(|name| !matches!(*name, "TargetSpecificAttr" | "DeclOrTypeAttr"));
    bases.next().unwrap_or_default()
}

fn factories(arguments: &[AttrArgument<'_>], accepts_pack: bool) -> Vec<AttrClassParameters> {
    let mut factories = vec![where_taken(arguments, |_| true)];
    if arguments.iter().any(|argument| argument.is_fake) {
        factories.push(where_taken(arguments, |argument| !argument.is_fake));
    }
    if accepts_pack {
        factories.push(AttrClassParameters::Delayed);
    }
    factories
}

fn constructors(arguments: &[AttrArgument<'_>], accepts_pack: bool) -> Vec<AttrClassParameters> {
    let is_required = |argument: &AttrArgument<'_>| !argument.is_fake && !argument.is_optional;
    let mut constructors = vec![where_taken(arguments, |_| true)];
    if arguments.iter().any(|argument| argument.is_fake) {
        constructors.push(where_taken(arguments, |argument| !argument.is_fake));
    }
    if arguments.iter().any(|argument| argument.is_optional && !argument.is_fake) {
        constructors.push(where_taken(arguments, is_required));
    }
    // Without required arguments, a constructor above already has no parameters.
    if accepts_pack && arguments.iter().any(is_required) {
        constructors.push(AttrClassParameters::Arguments(Vec::new()));
    }
    constructors
}

fn where_taken(
    arguments: &[AttrArgument<'_>],
    takes: impl Fn(&AttrArgument<'_>) -> bool,
) -> AttrClassParameters {
    let taken = arguments.iter().enumerate().filter(|(_, argument)| takes(argument));
    AttrClassParameters::Arguments(taken.map(|(i, _)| i).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::store_of;

    /// The classes in `Attr.td`, reduced to the fields of attribute classes.
    const CLASSES: &str = r#"
class Spelling { string Name = "x"; string Variety = "GNU"; }
class Argument<string name, bit optional, bit fake> {
  string Name = name; bit Optional = optional; bit Fake = fake;
}
class IntArgument<string name, bit optional = 0, bit fake = 0> : Argument<name, optional, fake>;
class VariadicExprArgument<string name> : Argument<name, 1, 0>;
class Attr {
  list<Spelling> Spellings = [Spelling<>]; list<Argument> Args = []; bit AcceptsExprPack = 0;
}
class InheritableAttr : Attr;
"#;

    /// Prints the parameters of all factories and constructors, a word per function.
    fn in_words(lists: &[AttrClassParameters]) -> String {
        let word = |parameters: &AttrClassParameters| match parameters {
            AttrClassParameters::Delayed => "delayed".to_owned(),
            AttrClassParameters::Arguments(indices) => format!("{indices:?}").replace(", ", ","),
        };
        lists.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    fn check(fields: &str, factories: &str, constructors: &str) {
        let store = store_of(&format!("{CLASSES}def X : InheritableAttr {{ {fields} }}"));
        let attribute = ClangAttribute::all(&store).expect("the class is there")[0];
        let class = AttributeClass::collect(attribute).expect("it is well-formed");

        assert_eq!((&*in_words(&class.factories), class.base), (factories, "InheritableAttr"));
        assert_eq!(in_words(&class.constructors), constructors);
    }

    #[test]
    fn a_constructor_leaves_out_optional_arguments() {
        check(r#"let Args = [IntArgument<"a">, IntArgument<"b", 1>];"#, "[0,1]", "[0,1] [0]");
    }

    #[test]
    fn fake_arguments_can_be_left_out_everywhere() {
        check(
            r#"let Args = [IntArgument<"a">, IntArgument<"f", 0, 1>];"#,
            "[0,1] [0]",
            "[0,1] [0]",
        );
    }

    #[test]
    fn arguments_from_packs_have_a_factory_and_a_constructor_without_any() {
        check(
            r#"let AcceptsExprPack = 1; let Args = [IntArgument<"a">, VariadicExprArgument<"v">];"#,
            "[0,1] delayed",
            "[0,1] [0] []",
        );
    }
}
