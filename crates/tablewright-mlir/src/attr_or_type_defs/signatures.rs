//! Creation functions for attributes and types, with the signatures that calls distinguish.

use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::model::{AttrOrTypeDef, DefBuilder};

/// A creation function's signature.
struct AttrOrTypeSignature<'d> {
    result: &'d str,
    /// Its parameter types and names.
    parameters: Vec<(&'d str, &'d str, Option<&'d str>)>,
}

const CONTEXT: (&str, &str, Option<&str>) = ("::mlir::MLIRContext *", "context", None);

/// Returns, for each function, whether it is kept: a function is dropped if a later function accepts all its calls. The
/// function with all parameters comes first, then the listed builders.
///
/// # Errors
/// If an earlier kept function accepts every call of a later function.
pub(super) fn distinct(def: &AttrOrTypeDef<'_>) -> Result<Vec<bool>, Diagnostic> {
    let of_parameters =
        def.generated.default_builder.then(|| AttrOrTypeSignature::from_parameters(def));
    let mut before: Vec<(AttrOrTypeSignature<'_>, bool)> = Vec::new();
    let listed =
        def.builders.iter().map(|builder| AttrOrTypeSignature::new(builder, def.names.class));
    for one in of_parameters.into_iter().chain(listed) {
        let mut kept = before.iter_mut().filter(|(_, is_kept)| *is_kept);
        if let Some((other, _)) = kept.find(|(other, _)| other.subsumes(&one)) {
            return Err(conflict(def, &one, other));
        }
        for (other, is_kept) in &mut before {
            *is_kept &= !one.subsumes(other);
        }
        before.push((one, true));
    }
    Ok(before.into_iter().map(|(_, is_kept)| is_kept).collect())
}

fn conflict(
    def: &AttrOrTypeDef<'_>,
    new: &AttrOrTypeSignature<'_>,
    other: &AttrOrTypeSignature<'_>,
) -> Diagnostic {
    let message = "builder `get` conflicts with an existing builder. ";
    let mut diagnostic = Diagnostic::error_at(Code::Mlir, def.builders_pos, message);
    let note = format!(
        "A new builder with signature:\n{}\nis shadowed by an existing builder with signature:\n{}\n\
         Please remove one of the conflicting definitions.",
        new.declaration(),
        other.declaration(),
    );
    diagnostic.note(None, note);
    diagnostic
}

impl<'d> AttrOrTypeSignature<'d> {
    fn from_parameters(def: &'d AttrOrTypeDef<'_>) -> AttrOrTypeSignature<'d> {
        let parameters = def.parameters.iter().map(|one| (one.cpp_type, one.name, None));
        AttrOrTypeSignature {
            result: def.names.class,
            parameters: [CONTEXT].into_iter().chain(parameters).collect(),
        }
    }

    fn new(builder: &'d DefBuilder<'_>, class: &'d str) -> AttrOrTypeSignature<'d> {
        let context = (!builder.infers_context).then_some(CONTEXT);
        let parameters = builder.parameters.iter();
        let parameters = parameters.map(|one| (one.cpp_type, one.name, one.default));
        AttrOrTypeSignature {
            result: builder.return_type.unwrap_or(class),
            parameters: context.into_iter().chain(parameters).collect(),
        }
    }

    /// Whether this function accepts every call that `other` accepts.
    fn subsumes(&self, other: &AttrOrTypeSignature<'_>) -> bool {
        let count = other.parameters.len();
        let Some((common, rest)) = self.parameters.split_at_checked(count) else { return false };
        let mut pairs = common.iter().zip(&other.parameters);
        pairs.all(|(mine, others)| mine.0 == others.0)
            && rest.first().is_none_or(|(_, _, default)| default.is_some())
    }

    fn declaration(&self) -> String {
        let parameters = self.parameters.iter().map(|(cpp_type, name, default)| {
            let space = if cpp_type.ends_with(['*', '&']) { "" } else { " " };
            let default = default.map_or(String::new(), |value| format!(" = {value}"));
            format!("{cpp_type}{space}{name}{default}")
        });
        let parameters: Vec<String> = parameters.collect();
        format!("static {} get({});\n", self.result, parameters.join(", "))
    }
}
