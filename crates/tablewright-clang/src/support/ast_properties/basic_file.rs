//! Helpers for readers or writers of basic values: the output of `--gen-clang-basic-reader` and
//! `--gen-clang-basic-writer`.

use tablewright_backend::{Failure, Job};
use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, append, text_block};

use super::{
    AstPropertyBody, CasedType, Direction, PropertyAccessCode, PropertyType, Rules, emit_body,
    emit_read, emit_write,
};
use crate::record_views::ast_node::SubclassPropertyTypeRecord;

struct BasicFile<'s> {
    dispatchers: Vec<Dispatcher<'s>>,
    optional_values: Vec<OptionalValue<'s>>,
    methods: Vec<BasicTypeMethod<'s>>,
}

/// A template that dispatches on a value's type.
struct Dispatcher<'s> {
    /// The specialization's template parameters.
    parameters: &'static str,
    ty: String,
    abstract_name: &'s str,
}

/// The code that packs or unpacks an optional value.
struct OptionalValue<'s> {
    ty: String,
    code: &'s str,
}

/// A generated method.
struct BasicTypeMethod<'s> {
    ty: PropertyNames<'s>,
    /// The text before and after a writer's parameter type.
    const_: &'static str,
    reference: &'static str,
    body: MethodBody<'s>,
}

struct PropertyNames<'s> {
    cxx: &'s str,
    abstract_name: &'s str,
}

enum MethodBody<'s> {
    /// A value with several kinds.
    Cased {
        kind: PropertyAccessCode<'s>,
        kind_type: &'s str,
        cases: Vec<BasicTypeCase<'s>>,
    },
    Enum,
    /// A pointer to a derived class.
    Subclass {
        class: &'s str,
        base: &'s str,
    },
}

struct BasicTypeCase<'s> {
    name: &'s str,
    body: AstPropertyBody<'s>,
}

pub(crate) fn run(job: &mut Job<'_>, direction: Direction) -> Result<(), Failure> {
    let rules = Rules::collect(job.store, job.diagnostics)?;
    let file = collect(&rules, direction)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&file, direction, source, w))
}

fn collect<'s>(rules: &Rules<'s>, direction: Direction) -> Result<BasicFile<'s>, FieldError> {
    let mut file =
        BasicFile { dispatchers: Vec::new(), optional_values: Vec::new(), methods: Vec::new() };
    for &ty in &rules.types {
        let cxx = ty.cxx_name()?;
        let mut spellings = vec![cxx.to_owned()];
        if direction == Direction::Write && ty.is_const_when_writing()? {
            spellings.push(format!("const {cxx}"));
        }
        let code = ty.0.string(match direction {
            Direction::Read => "UnpackOptional",
            Direction::Write => "PackOptional",
        })?;
        for ty_text in spellings {
            if !code.is_empty() {
                file.optional_values.push(OptionalValue { ty: ty_text.clone(), code });
            }
            file.dispatchers.push(Dispatcher {
                parameters: "<>",
                ty: ty_text,
                abstract_name: ty.abstract_name(),
            });
        }
        if let Some(method) = method(rules, ty, direction)? {
            file.methods.push(method);
        }
    }
    for (ty, abstract_name) in [("llvm::ArrayRef<T>", "Array"), ("std::optional<T>", "Optional")] {
        file.dispatchers.push(Dispatcher {
            parameters: "<class T>",
            ty: ty.to_owned(),
            abstract_name,
        });
    }
    Ok(file)
}

/// Returns the generated method for values of type `ty`; `None` if the method is written by hand.
fn method<'s>(
    rules: &Rules<'s>,
    ty: PropertyType<'s>,
    direction: Direction,
) -> Result<Option<BasicTypeMethod<'s>>, FieldError> {
    let body = if let Some(cased) = rules.cased_type(ty) {
        cased_body(rules, ty, cased, direction)?
    } else if ty.0.inherits("EnumPropertyType") {
        MethodBody::Enum
    } else if let Some(subclass) = SubclassPropertyTypeRecord::from_record(ty.0) {
        let base = subclass.base()?.name();
        MethodBody::Subclass { class: subclass.subclass_name()?, base }
    } else {
        return Ok(None);
    };
    let by_reference = ty.0.is_passed_by_reference()?;
    let is_const = by_reference || ty.is_const_when_writing()?;
    Ok(Some(BasicTypeMethod {
        ty: PropertyNames { cxx: ty.cxx_name()?, abstract_name: ty.abstract_name() },
        const_: if is_const { "const " } else { "" },
        reference: if by_reference { " &" } else { "" },
        body,
    }))
}

fn cased_body<'s>(
    rules: &Rules<'s>,
    ty: PropertyType<'s>,
    cased: &CasedType<'s>,
    direction: Direction,
) -> Result<MethodBody<'s>, FieldError> {
    let error = |record: Record<'s>, missing: &str| -> Result<FieldError, FieldError> {
        let message = format!("{missing} for \"{}\"", ty.cxx_name()?);
        Ok(FieldError::new(Code::PropertyRules, record, message))
    };
    let kind_rule = match (cased.kind, cased.cases.first()) {
        (Some(kind), Some(_)) => kind,
        (None, Some(&case)) => return Err(error(case.into(), "no kind rule")?),
        (Some(kind), None) => return Err(error(kind.into(), "no cases found")?),
        (None, None) => return Err(error(ty.0.into(), "no cases found")?),
    };
    let kind_type = PropertyType(kind_rule.kind_type()?);
    let name = kind_rule.kind_property_name()?;
    let read = match direction {
        Direction::Read => "",
        Direction::Write => kind_rule.read()?,
    };
    let kind = PropertyAccessCode::new(name, kind_type, read, direction)?;
    let mut cases = Vec::new();
    for &case in &cased.cases {
        let body = AstPropertyBody::new(rules, *case, direction)?;
        cases.push(BasicTypeCase { name: case.case_name()?, body });
    }
    Ok(MethodBody::Cased { kind, kind_type: kind_type.cxx_name()?, cases })
}

fn emit(file: &BasicFile<'_>, direction: Direction, source: &str, w: &mut CppWriter) {
    let (description, dispatcher) = match direction {
        Direction::Read => ("Reading basic values", "ReadDispatcher"),
        Direction::Write => ("Writing basic values", "WriteDispatcher"),
    };
    w.file_header(description, Some(source));
    append!(w, "template <class ValueType>\nstruct ", dispatcher, ";\n");
    for case in &file.dispatchers {
        emit_dispatcher(case, dispatcher, direction, w);
    }
    w.blank();
    emit_optional_values(&file.optional_values, direction, w);
    let suffix = direction.class_suffix();
    text_block!(
        w,
        "
        template <class Impl>
        class Basic{suffix}Base {{
          ASTContext &C;
        protected:
          Basic{suffix}Base(ASTContext &ctx) : C(ctx) {{}}
        public:
          ASTContext &getASTContext() {{ return C; }}
          Impl &asImpl() {{ return static_cast<Impl&>(*this); }}
        "
    );
    for method in &file.methods {
        emit_method(method, direction, w);
    }
    append!(w, "};\n\n");
}

fn emit_dispatcher(case: &Dispatcher<'_>, name: &str, direction: Direction, w: &mut CppWriter) {
    let Dispatcher { parameters, ty, abstract_name } = case;
    let (suffix, method, var) =
        (direction.class_suffix(), direction.method(), direction.variable());
    let result = match direction {
        Direction::Read => ty,
        Direction::Write => "void",
    };
    append!(w, "template ", parameters, "\nstruct ", name, "<", ty, "> {\n");
    append!(w, "  template <class Basic", suffix, ", class... Args>\n");
    append!(w, "  static ", result, " ", method, "(Basic", suffix, " &", var);
    append!(w, ", Args &&... args) {\n    return ", var, ".", method, abstract_name);
    append!(w, "(std::forward<Args>(args)...);\n  }\n};\n");
}

fn emit_optional_values(values: &[OptionalValue<'_>], direction: Direction, w: &mut CppWriter) {
    let (name, method) = match direction {
        Direction::Read => ("UnpackOptionalValue", "unpack"),
        Direction::Write => ("PackOptionalValue", "pack"),
    };
    append!(w, "template <class ValueType>\nstruct ", name, ";\n");
    for OptionalValue { ty, code } in values {
        let optional = format!("std::optional<{ty}>");
        let (result, parameter) = match direction {
            Direction::Read => (&optional, ty),
            Direction::Write => (ty, &optional),
        };
        append!(w, "template <>\nstruct ", name, "<", ty, "> {\n  static ", result, " ", method);
        append!(w, "(", parameter, " value) {\n    return ", code, ";\n  }\n};\n");
    }
    w.blank();
}

fn emit_method(method: &BasicTypeMethod<'_>, direction: Direction, w: &mut CppWriter) {
    let BasicTypeMethod { ty: PropertyNames { cxx, abstract_name }, const_, reference, body } =
        method;
    let parameter = match body {
        MethodBody::Cased { .. } => "node",
        MethodBody::Enum | MethodBody::Subclass { .. } => "value",
    };
    match direction {
        Direction::Read => append!(w, "  ", cxx, " read", abstract_name, "() {\n"),
        Direction::Write => {
            append!(w, "  void write", abstract_name, "(", const_, cxx, reference, " ");
            append!(w, parameter, ") {\n");
        }
    }
    match (body, direction) {
        (MethodBody::Cased { kind, kind_type, cases }, _) => {
            emit_cases(cxx, kind, kind_type, cases, direction, w);
        }
        (MethodBody::Enum, Direction::Read) => {
            append!(w, "    return asImpl().template readEnum<", cxx, ">();\n");
        }
        (MethodBody::Enum, Direction::Write) => append!(w, "    asImpl().writeEnum(value);\n"),
        (MethodBody::Subclass { class, base }, Direction::Read) => {
            append!(w, "    return cast_or_null<", class, ">(asImpl().read", base, "());\n");
        }
        (MethodBody::Subclass { base, .. }, Direction::Write) => {
            append!(w, "    asImpl().write", base, "(value);\n");
        }
    }
    append!(w, "  }\n");
}

fn emit_cases(
    ty: &str,
    kind: &PropertyAccessCode<'_>,
    kind_type: &str,
    cases: &[BasicTypeCase<'_>],
    direction: Direction,
    w: &mut CppWriter,
) {
    let variable = match direction {
        Direction::Read => {
            append!(w, "    auto &ctx = asImpl().getASTContext();\n");
            "subR"
        }
        Direction::Write => "subW",
    };
    append!(w, "    auto &&", variable, " = asImpl().", direction.method(), "Object();\n");
    match direction {
        Direction::Read => emit_read(kind, variable, w),
        Direction::Write => emit_write(kind, variable, w),
    }
    append!(w, "    switch (", kind.name, ") {\n");
    for BasicTypeCase { name, body } in cases {
        append!(w, "    case ", ty, "::", name, ": {\n");
        emit_body(body, direction, variable, w);
        if direction == Direction::Write {
            append!(w, "    return;\n");
        }
        append!(w, "    }\n\n");
    }
    append!(w, "    }\n    llvm_unreachable(\"bad ", kind_type, "\");\n");
}
