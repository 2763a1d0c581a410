//! `--gen-clang-attr-template-instantiate`: instantiation of attributes on templates.

use tablewright_backend::{Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore};
use tablewright_text::{CppWriter, append};

use super::model::ClangAttribute;
use super::model::argument::{AttrArgument, AttrArgumentElement, AttrArgumentKind, Scalar};
use super::template::{ArgumentTemplate, emit_template, template};

/// An attribute's instantiation.
struct Instance<'s> {
    name: &'s str,
    becomes: Becomes<'s>,
}

enum Becomes<'s> {
    Nothing,
    /// A copy.
    Copy,
    /// A new attribute with these arguments, in which template parameters are replaced.
    Instance(Vec<AttrArgument<'s>>),
}

/// The replacement of template parameters in an expression list.
#[derive(Clone, Copy)]
enum ListReplacement {
    /// Element by element.
    EachElement,
    /// As a whole, since pack expansion lengthens the list.
    Expansion,
}

/// The entity with the attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InstantiationTemplate {
    /// The instantiated declaration itself.
    Own,
    /// A class template's declaration.
    Class,
}

pub(crate) fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let of_any = collect(job.store, InstantiationTemplate::Own)?;
    let of_class = collect(job.store, InstantiationTemplate::Class)?;
    let lists = if job.store.release().has(Feature::AttributeListsExpandPacks) {
        ListReplacement::Expansion
    } else {
        ListReplacement::EachElement
    };
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("Instantiation of attributes with templates", Some(source));
        w.raw("namespace clang {\nnamespace sema {\n\n");
        w.raw("Attr *instantiateTemplateAttribute(const Attr *At, ASTContext &C, Sema &S,\n");
        emit(&of_any, lists, w);
        w.raw(
            "Attr *instantiateTemplateAttributeForDecl(const Attr *At, ASTContext &C, Sema &S,\n",
        );
        emit(&of_class, lists, w);
        w.raw("} // end namespace sema\n} // end namespace clang\n");
    })
}

fn collect(
    store: &RecordStore,
    template: InstantiationTemplate,
) -> Result<Vec<Instance<'_>>, FieldError> {
    let mut instances = Vec::new();
    for attribute in ClangAttribute::all(store)? {
        if attribute.is_node()? {
            let becomes = becomes(attribute, template)?;
            instances.push(Instance { name: attribute.name(), becomes });
        }
    }
    Ok(instances)
}

fn becomes(
    attribute: ClangAttribute<'_>,
    template: InstantiationTemplate,
) -> Result<Becomes<'_>, FieldError> {
    let record = attribute.record();
    let is_kept = record.is_cloned()?
        && (template == InstantiationTemplate::Own
            || record.is_meaningful_to_class_template_definition()?);
    if !is_kept {
        return Ok(Becomes::Nothing);
    }
    if record.is_template_dependent()? {
        return Ok(Becomes::Instance(attribute.arguments()?));
    }
    Ok(Becomes::Copy)
}

fn emit(instances: &[Instance<'_>], lists: ListReplacement, w: &mut CppWriter<'_>) {
    w.raw("        const MultiLevelTemplateArgumentList &TemplateArgs) {\n");
    w.raw("  switch (At->getKind()) {\n");
    for Instance { name, becomes } in instances {
        append!(w, "    case attr::", name, ": {\n");
        if !matches!(becomes, Becomes::Nothing) {
            append!(w, "      const auto *A = cast<", name, "Attr>(At);\n");
        }
        match becomes {
            Becomes::Nothing => w.raw("      return nullptr;\n"),
            Becomes::Copy => w.raw("      return A->clone(C);\n"),
            Becomes::Instance(arguments) => {
                arguments
                    .iter()
                    .for_each(|argument| emit_template(w, argument, replaced(argument, lists)));
                append!(w, "      return new (C) ", name, "Attr(C, *A");
                for argument in arguments {
                    w.raw(", ");
                    emit_template(w, argument, passed(argument, lists));
                }
                w.raw(");\n");
            }
        }
        w.raw("    }\n");
    }
    w.raw("  } // end switch\n  llvm_unreachable(\"Unknown attribute!\");\n");
    w.raw("  return nullptr;\n}\n\n");
}

/// Returns the replacement of template parameters in an argument, if it can contain any.
fn replaced(argument: &AttrArgument<'_>, lists: ListReplacement) -> ArgumentTemplate {
    match argument.kind {
        AttrArgumentKind::Scalar(Scalar::Expr) => {
            template!(
                "
      $type tempInst$Name;
      {
        EnterExpressionEvaluationContext Unevaluated(
            S, Sema::ExpressionEvaluationContext::Unevaluated);
        ExprResult Result = S.SubstExpr(A->get$Name(), TemplateArgs);
        if (Result.isInvalid())
          return nullptr;
        tempInst$Name = Result.get();
      }
"
            )
        }
        AttrArgumentKind::Scalar(Scalar::Type) => {
            template!(
                "
      $type tempInst$Name =
          S.SubstType(A->get${Name}Loc(), TemplateArgs, A->getLoc(), A->getAttrName());
      if (!tempInst$Name)
        return nullptr;
"
            )
        }
        AttrArgumentKind::Variadic(AttrArgumentElement::Expr) => match lists {
            ListReplacement::EachElement => EACH_ELEMENT_REPLACED,
            ListReplacement::Expansion => LIST_EXPANDED,
        },
        AttrArgumentKind::Scalar(_)
        | AttrArgumentKind::Enum(_)
        | AttrArgumentKind::String
        | AttrArgumentKind::Version
        | AttrArgumentKind::Aligned
        | AttrArgumentKind::Variadic(_) => template!(""),
    }
}

static EACH_ELEMENT_REPLACED: ArgumentTemplate = template!(
    "
      auto *tempInst$Name = new (C, 16) $type[A->${name}_size()];
      {
        EnterExpressionEvaluationContext Unevaluated(
            S, Sema::ExpressionEvaluationContext::Unevaluated);
        $type *TI = tempInst$Name;
        $type *I = A->${name}_begin();
        $type *E = A->${name}_end();
        for (; I != E; ++I, ++TI) {
          ExprResult Result = S.SubstExpr(*I, TemplateArgs);
          if (Result.isInvalid())
            return nullptr;
          *TI = Result.get();
        }
      }
"
);

static LIST_EXPANDED: ArgumentTemplate = template!(
    "
      size_t numTempInst$Name;
      $type *tempInst$Name;
      {
        EnterExpressionEvaluationContext Unevaluated(
            S, Sema::ExpressionEvaluationContext::Unevaluated);
        ArrayRef<$type> ArgsToInstantiate(A->${name}_begin(), A->${name}_end());
        SmallVector<$type, 4> InstArgs;
        if (S.SubstExprs(ArgsToInstantiate, /*IsCall=*/false, TemplateArgs, InstArgs))
          return nullptr;
        numTempInst$Name = InstArgs.size();
        tempInst$Name = new (C, 16) $type[numTempInst$Name];
        std::copy(InstArgs.begin(), InstArgs.end(), tempInst$Name);
      }
"
);

/// Returns an argument for the constructor.
fn passed(argument: &AttrArgument<'_>, lists: ListReplacement) -> ArgumentTemplate {
    match argument.kind {
        AttrArgumentKind::Scalar(Scalar::Expr | Scalar::Type) => template!("tempInst$Name"),
        AttrArgumentKind::Variadic(AttrArgumentElement::Expr) => match lists {
            ListReplacement::EachElement => template!("tempInst$Name, A->${name}_size()"),
            ListReplacement::Expansion => template!("tempInst$Name, numTempInst$Name"),
        },
        AttrArgumentKind::Variadic(_) => template!("A->${name}_begin(), A->${name}_size()"),
        // Clang instantiates alignments in its own code.
        AttrArgumentKind::Aligned => template!(""),
        AttrArgumentKind::Scalar(_)
        | AttrArgumentKind::Enum(_)
        | AttrArgumentKind::String
        | AttrArgumentKind::Version => template!("A->get$Name()"),
    }
}
