//! `--gen-clang-builtin-templates`: Clang's builtin templates.
//!
//! For each template, the output is code that creates declarations for its parameters. Declarations
//! and parameter lists are variables in this code, numbered in creation order.

use std::collections::BTreeMap;

use tablewright_backend::{Failure, Job, string_map_order};
use tablewright_records::{Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{Append, CppWriter, TextSink, append};

use crate::record_views::builtin_template::{
    BuiltinNttpRecord, BuiltinTemplateRecord, ClassParameterRecord, NttpRecord, TemplateArgRecord,
    TemplateParameterRecord,
};

/// Maximum nesting depth of template parameters. The reference release has no limit.
const MAX_DEPTH: u32 = 200;

struct BuiltinTemplates<'s> {
    templates: Vec<BuiltinTemplate<'s>>,
    /// Macros besides the macro for all templates, in order.
    macros: Vec<String>,
}

struct BuiltinTemplate<'s> {
    name: &'s str,
    /// The macro that lists it, named after the class of its record.
    macro_name: String,
    statements: Vec<BuiltinTemplateStatement>,
    /// The number of its parameter list.
    list: usize,
}

/// A variable declaration.
enum BuiltinTemplateStatement {
    /// The type of parameters that are values.
    CommonType(CommonType),
    /// A parameter.
    Parameter { number: usize, depth: u32, position: usize, kind: BuiltinTemplateParameterKind },
    /// The type of values, itself a parameter.
    TypeOf { number: usize, parameter: usize },
    /// A parameter list.
    List { number: usize, parameters: Vec<usize> },
}

enum BuiltinTemplateParameterKind {
    Type {
        is_variadic: bool,
    },
    /// A value whose type is in the variable with this number.
    Value {
        type_number: usize,
        is_variadic: bool,
    },
    CommonValue(CommonType),
    /// A template whose parameters are the list with this number.
    Template {
        list: usize,
    },
}

/// A type for value parameters that is not itself a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommonType {
    SizeT,
    Uint32T,
}

impl CommonType {
    fn from_name(name: &str) -> Option<CommonType> {
        match name {
            "size_t" => Some(CommonType::SizeT),
            "uint32_t" => Some(CommonType::Uint32T),
            _ => None,
        }
    }

    fn variable(self) -> &'static str {
        match self {
            CommonType::SizeT => "SizeTInfo",
            CommonType::Uint32T => "Uint32TInfo",
        }
    }

    /// Returns the type as a member of Clang's `ASTContext`.
    fn qual_type(self) -> &'static str {
        match self {
            CommonType::SizeT => "getSizeType()",
            CommonType::Uint32T => "UnsignedIntTy",
        }
    }
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let templates = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Templates that are built into Clang", Some(source));
        emit(&templates, w);
    })
}

fn collect(store: &RecordStore) -> Result<BuiltinTemplates<'_>, Diagnostic> {
    let mut templates = Vec::new();
    for record in BuiltinTemplateRecord::all(store)? {
        let mut reader = ParameterReader::default();
        let list = reader.list(&record.template_head()?, 0, *record)?;
        templates.push(BuiltinTemplate {
            name: Record::from(record).name(),
            macro_name: class_name(*record),
            statements: reader.statements,
            list,
        });
    }
    let mut order = string_map_order(store);
    let mut macros = Vec::new();
    for template in &templates {
        let name = &template.macro_name;
        if name != BuiltinTemplateRecord::CLASS && order.insert(name) == macros.len() {
            macros.push(name.clone());
        }
    }
    let macros = order.indices().map(|index| macros[index].clone()).collect();
    Ok(BuiltinTemplates { templates, macros })
}

/// Returns a record's printed type: its class, or all classes in braces.
fn class_name(record: Record<'_>) -> String {
    let classes = record.direct_superclasses().into_iter();
    let mut names: Vec<&str> = classes.map(|class| record.store().class(class).name()).collect();
    names.sort_unstable();
    match names[..] {
        [name] => name.to_owned(),
        [..] => format!("{{{}}}", names.join(", ")),
    }
}

/// Reads a template's parameters.
#[derive(Default)]
struct ParameterReader {
    statements: Vec<BuiltinTemplateStatement>,
    next_number: usize,
    common_types: Vec<CommonType>,
}

impl ParameterReader {
    fn number(&mut self) -> usize {
        self.next_number += 1;
        self.next_number - 1
    }

    /// Declares a parameter list and its parameters. Returns the list's number.
    fn list(
        &mut self,
        records: &[Record<'_>],
        depth: u32,
        template: Record<'_>,
    ) -> Result<usize, Diagnostic> {
        let error = |message: &str| {
            let mut error = Diagnostic::error_anywhere(Code::IntrinsicPrototypes, message);
            error.label(template.pos(), "in this template");
            error
        };
        if records.is_empty() {
            return Err(error("Expected at least one argument in template parameter list"));
        }
        if depth > MAX_DEPTH {
            return Err(error("templates are nested too deeply in parameters"));
        }
        // Later parameters in the same list can refer to earlier ones by name.
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        let mut parameters = Vec::new();
        for (position, &record) in records.iter().enumerate() {
            let common_type = BuiltinNttpRecord::from_record(record)
                .map(|record| {
                    let ty = CommonType::from_name(record.type_name()?);
                    ty.ok_or_else(|| error("Unknown Type Name"))
                })
                .transpose()?;
            if let Some(ty) = common_type
                && !self.common_types.contains(&ty)
            {
                self.common_types.push(ty);
                self.statements.push(BuiltinTemplateStatement::CommonType(ty));
            }
            let number = self.number();
            let kind = if let Some(ty) = common_type {
                BuiltinTemplateParameterKind::CommonValue(ty)
            } else if let Some(record) = TemplateParameterRecord::from_record(record) {
                let list = self.list(&record.args()?, depth + 1, template)?;
                BuiltinTemplateParameterKind::Template { list }
            } else if let Some(record) = ClassParameterRecord::from_record(record) {
                BuiltinTemplateParameterKind::Type { is_variadic: record.is_variadic()? }
            } else if let Some(record) = NttpRecord::from_record(record) {
                let ty = names.get(record.type_name()?);
                let &parameter = ty.ok_or_else(|| error("Unknown Type Name"))?;
                let type_number = self.number();
                self.statements
                    .push(BuiltinTemplateStatement::TypeOf { number: type_number, parameter });
                BuiltinTemplateParameterKind::Value {
                    type_number,
                    is_variadic: record.is_variadic()?,
                }
            } else {
                return Err(error("Unknown Argument Type"));
            };
            self.statements.push(BuiltinTemplateStatement::Parameter {
                number,
                depth,
                position,
                kind,
            });
            names.insert(TemplateArgRecord::new(record).own_name()?, number);
            parameters.push(number);
        }
        let number = self.number();
        self.statements.push(BuiltinTemplateStatement::List { number, parameters });
        Ok(number)
    }
}

fn emit(templates: &BuiltinTemplates<'_>, w: &mut CppWriter<'_>) {
    for name in &templates.macros {
        append!(
            w,
            "\n#ifndef ",
            name,
            "\n#define ",
            name,
            "(NAME) BuiltinTemplate(NAME)\n#endif\n"
        );
    }
    w.raw("\n#if defined(CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST)\n");
    for BuiltinTemplate { name, statements, list, .. } in &templates.templates {
        append!(w, "case BTK", name, ": {\n");
        statements.iter().for_each(|statement| append!(w, statement));
        append!(w, "\n  return TPL", *list, ";\n  }\n");
    }
    w.raw("#undef CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST\n#else\n");
    for template in &templates.templates {
        append!(w, &template.macro_name, "(", template.name, ")\n");
    }
    w.raw("#undef BuiltinTemplate\n#endif\n");
    for name in &templates.macros {
        append!(w, "#undef ", name, "\n");
    }
}

impl Append for BuiltinTemplateStatement {
    fn append_to(&self, out: &mut impl TextSink) {
        match self {
            BuiltinTemplateStatement::CommonType(ty) => {
                append!(out, "TypeSourceInfo *", ty.variable());
                append!(out, " = C.getTrivialTypeSourceInfo(C.", ty.qual_type(), ");\n");
            }
            BuiltinTemplateStatement::Parameter { number, depth, position, kind } => {
                append!(out, " auto *Parm", *number, " = ", kind.declaration());
                append!(out, "::Create(C, DC, ", kind.locations(), ", ", *depth, ", ", *position);
                append!(out, ", ", kind, ");\n");
            }
            BuiltinTemplateStatement::TypeOf { number, parameter } => {
                append!(out, " auto *TSI", *number, " = C.getTrivialTypeSourceInfo(");
                append!(out, "QualType(Parm", *parameter, "->getTypeForDecl(), 0));\n");
            }
            BuiltinTemplateStatement::List { number, parameters } => {
                append!(out, " auto *TPL", *number, " = TemplateParameterList::Create(C, ");
                out.push_str("SourceLocation(), SourceLocation(), {");
                for (i, parameter) in parameters.iter().enumerate() {
                    append!(out, if i > 0 { ", Parm" } else { "Parm" }, *parameter);
                }
                out.push_str("}, SourceLocation(), nullptr);\n");
            }
        }
    }
}

impl BuiltinTemplateParameterKind {
    /// Returns the declaration class.
    fn declaration(&self) -> &'static str {
        match self {
            BuiltinTemplateParameterKind::Type { .. } => "TemplateTypeParmDecl",
            BuiltinTemplateParameterKind::Value { .. }
            | BuiltinTemplateParameterKind::CommonValue(_) => "NonTypeTemplateParmDecl",
            BuiltinTemplateParameterKind::Template { .. } => "TemplateTemplateParmDecl",
        }
    }

    fn locations(&self) -> &'static str {
        match self {
            BuiltinTemplateParameterKind::Type { .. }
            | BuiltinTemplateParameterKind::Value { .. }
            | BuiltinTemplateParameterKind::CommonValue(_) => "SourceLocation(), SourceLocation()",
            BuiltinTemplateParameterKind::Template { .. } => "SourceLocation()",
        }
    }
}

/// The arguments of `Create` after depth and position.
impl Append for BuiltinTemplateParameterKind {
    fn append_to(&self, out: &mut impl TextSink) {
        match *self {
            BuiltinTemplateParameterKind::Type { is_variadic } => {
                append!(out, "/*Id=*/nullptr, /*Typename=*/false, ", is_variadic);
            }
            BuiltinTemplateParameterKind::Value { type_number, is_variadic } => {
                append!(out, "/*Id=*/nullptr, TSI", type_number, "->getType(), ", is_variadic);
                append!(out, ", TSI", type_number);
            }
            BuiltinTemplateParameterKind::CommonValue(ty) => {
                let variable = ty.variable();
                append!(out, "/*Id=*/nullptr, ", variable, "->getType(), ");
                append!(out, "/*ParameterPack=*/false, ", variable);
            }
            BuiltinTemplateParameterKind::Template { list } => {
                out.push_str("/*ParameterPack=*/false, /*Id=*/nullptr, ");
                append!(out, "/*Kind=*/TNK_Type_template, /*Typename=*/false, TPL", list);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_records::Release;

    use crate::test_support::output_for;

    const CLASSES: &str = include_str!("../../../tests/data/clang-builtin-templates/classes.inc");

    /// Checks the output for templates, without the file header.
    fn check(templates: &str, expected: Expect) {
        let text = format!("{CLASSES}{templates}");
        let output = output_for(Release::new(22), "gen-clang-builtin-templates", &text);
        let text = output.split_once("===*/\n\n").map_or(&*output, |(_, text)| text);
        expected.assert_eq(text);
    }

    #[test]
    fn a_value_can_have_the_type_of_an_earlier_parameter() {
        check(
            "def a : ToyTemplate<[Class<\"T\">, NTTP<\"T\", \"V\", 1>]>;",
            expect![[r#"

            #ifndef ToyTemplate
            #define ToyTemplate(NAME) BuiltinTemplate(NAME)
            #endif

            #if defined(CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST)
            case BTKa: {
             auto *Parm0 = TemplateTypeParmDecl::Create(C, DC, SourceLocation(), SourceLocation(), 0, 0, /*Id=*/nullptr, /*Typename=*/false, false);
             auto *TSI2 = C.getTrivialTypeSourceInfo(QualType(Parm0->getTypeForDecl(), 0));
             auto *Parm1 = NonTypeTemplateParmDecl::Create(C, DC, SourceLocation(), SourceLocation(), 0, 1, /*Id=*/nullptr, TSI2->getType(), true, TSI2);
             auto *TPL3 = TemplateParameterList::Create(C, SourceLocation(), SourceLocation(), {Parm0, Parm1}, SourceLocation(), nullptr);

              return TPL3;
              }
            #undef CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST
            #else
            ToyTemplate(a)
            #undef BuiltinTemplate
            #endif
            #undef ToyTemplate
        "#]],
        );
    }

    #[test]
    fn a_template_parameter_has_parameters_of_its_own() {
        check(
            "def a : ToyTemplate<[Template<[Class<\"T\">], \"S\">]>;",
            expect![[r#"

            #ifndef ToyTemplate
            #define ToyTemplate(NAME) BuiltinTemplate(NAME)
            #endif

            #if defined(CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST)
            case BTKa: {
             auto *Parm1 = TemplateTypeParmDecl::Create(C, DC, SourceLocation(), SourceLocation(), 1, 0, /*Id=*/nullptr, /*Typename=*/false, false);
             auto *TPL2 = TemplateParameterList::Create(C, SourceLocation(), SourceLocation(), {Parm1}, SourceLocation(), nullptr);
             auto *Parm0 = TemplateTemplateParmDecl::Create(C, DC, SourceLocation(), 0, 0, /*ParameterPack=*/false, /*Id=*/nullptr, /*Kind=*/TNK_Type_template, /*Typename=*/false, TPL2);
             auto *TPL3 = TemplateParameterList::Create(C, SourceLocation(), SourceLocation(), {Parm0}, SourceLocation(), nullptr);

              return TPL3;
              }
            #undef CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST
            #else
            ToyTemplate(a)
            #undef BuiltinTemplate
            #endif
            #undef ToyTemplate
        "#]],
        );
    }

    #[test]
    fn a_pack_is_variadic() {
        check(
            "def a : BuiltinTemplate<[Class<\"T\", 1>]>;",
            expect![[r#"

            #if defined(CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST)
            case BTKa: {
             auto *Parm0 = TemplateTypeParmDecl::Create(C, DC, SourceLocation(), SourceLocation(), 0, 0, /*Id=*/nullptr, /*Typename=*/false, true);
             auto *TPL1 = TemplateParameterList::Create(C, SourceLocation(), SourceLocation(), {Parm0}, SourceLocation(), nullptr);

              return TPL1;
              }
            #undef CREATE_BUILTIN_TEMPLATE_PARAMETER_LIST
            #else
            BuiltinTemplate(a)
            #undef BuiltinTemplate
            #endif
        "#]],
        );
    }
}
