//! Class methods with bodies.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use tablewright_text::{CppFunction, CppParameter, CppWriter, line};

/// The half of the functions that an action prints. Bodies in the other half need not be composed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::ops) enum ClassPart {
    /// The class, with the functions that are defined in it.
    Declarations,
    /// Functions defined outside of the class.
    Definitions,
}

/// A function of a class.
#[derive(Clone, Debug)]
pub(crate) struct OpMethod {
    function: CppFunction,
    /// Hash of the name.
    name_hash: u64,
    /// The comparison key for each parameter.
    parameter_keys: Vec<ParameterKey>,
    body: OpMethodBody,
    /// The deprecation message.
    deprecated: Option<String>,
}

/// The properties of a parameter that distinguish overloads.
#[derive(Clone, Copy, Debug)]
struct ParameterKey {
    /// Hash of the type without marks.
    type_hash: u64,
    has_default: bool,
}

/// Initial parameter capacity of a function.
const PARAMETER_CAPACITY: usize = 8;

/// The body of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpMethodBody {
    /// It is defined elsewhere.
    Elsewhere,
    /// These statements, in the class.
    Inline(String),
    /// These statements, outside of the class.
    Outside(String),
}

impl OpMethod {
    pub(crate) fn new(return_type: &str, name: &str) -> OpMethod {
        OpMethod {
            function: CppFunction::new(return_type, name),
            name_hash: text_hash(name),
            parameter_keys: Vec::with_capacity(PARAMETER_CAPACITY),
            body: OpMethodBody::Elsewhere,
            deprecated: None,
        }
    }

    pub(crate) fn make_static(mut self) -> OpMethod {
        self.function = self.function.is_static();
        self
    }

    pub(crate) fn initializer(mut self, initializer: String) -> OpMethod {
        self.function = self.function.initializer(initializer);
        self
    }

    pub(crate) fn parameter(mut self, ty: &str, name: &str) -> OpMethod {
        self.add_key(ty, false);
        self.function = self.function.typed_parameter(ty, name);
        self
    }

    pub(crate) fn parameter_or(mut self, ty: &str, name: &str, default: &str) -> OpMethod {
        self.add_key(ty, true);
        self.function = self.function.typed_parameter(ty, name).default_argument(default);
        self
    }

    fn add_key(&mut self, ty: &str, has_default: bool) {
        let type_hash = text_hash(unmarked(ty));
        self.parameter_keys.push(ParameterKey { type_hash, has_default });
    }

    /// Sets a body inside the class.
    pub(crate) fn inline(mut self, body: String) -> OpMethod {
        self.body = OpMethodBody::Inline(body);
        self
    }

    /// Sets a body outside the class.
    pub(crate) fn outside(mut self, body: String) -> OpMethod {
        self.body = OpMethodBody::Outside(body);
        self
    }

    /// Sets a body outside the class that is composed only if `part` prints it.
    pub(in crate::ops) fn outside_in(
        self,
        part: ClassPart,
        body: impl FnOnce() -> String,
    ) -> OpMethod {
        self.outside(match part {
            ClassPart::Declarations => String::new(),
            ClassPart::Definitions => body(),
        })
    }

    pub(crate) fn deprecated(mut self, reason: Option<&str>) -> OpMethod {
        self.deprecated = reason.map(str::to_owned);
        self
    }

    /// Adds the parameters of another function after its first `skipped`.
    pub(crate) fn parameters_of(self, other: &OpMethod, skipped: usize) -> OpMethod {
        self.parameters(other.function.typed_parameters().skip(skipped))
    }

    pub(crate) fn parameters<'p>(
        mut self,
        parameters: impl IntoIterator<Item = CppParameter<'p>>,
    ) -> OpMethod {
        for one in parameters {
            self = match one.default {
                Some(default) => self.parameter_or(one.ty, one.name, default),
                None => self.parameter(one.ty, one.name),
            };
        }
        self
    }

    /// Returns its parameter names after the first `skipped`.
    pub(crate) fn parameter_names(&self, skipped: usize) -> impl Iterator<Item = &str> {
        self.function.typed_parameters().skip(skipped).map(|parameter| parameter.name)
    }

    /// Whether every call of `other` is also a call of this function: same name, same leading parameters, and default
    /// arguments for the remaining parameters.
    fn covers(&self, other: &OpMethod) -> bool {
        // Most functions differ in a hash, which is faster to compare than names or types.
        if self.name_hash != other.name_hash {
            return false;
        }
        let (own, others) = (&self.parameter_keys, &other.parameter_keys);
        let Some((same, rest)) = own.split_at_checked(others.len()) else { return false };
        same.iter().zip(others).all(|(one, other)| one.type_hash == other.type_hash)
            && rest.first().is_none_or(|next| next.has_default)
            && self.function.name() == other.function.name()
            && self.parameter_types().zip(other.parameter_types()).all(|(one, other)| one == other)
    }

    fn parameter_types(&self) -> impl Iterator<Item = &str> {
        self.function.typed_parameters().map(|parameter| unmarked(parameter.ty))
    }
}

fn text_hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// Returns a type without its optional-value comment.
fn unmarked(ty: &str) -> &str {
    ty.strip_prefix("/*optional*/").unwrap_or(ty)
}

/// Class methods that calls can distinguish.
#[derive(Clone, Debug, Default)]
pub(crate) struct MethodList {
    methods: Vec<OpMethod>,
}

impl MethodList {
    /// Adds a function unless an existing function covers it, and removes the functions that it covers. Returns whether
    /// it was added.
    pub(crate) fn add(&mut self, method: OpMethod) -> bool {
        if self.has_covering(&method) {
            return false;
        }
        if self.methods.iter().any(|other| method.covers(other)) {
            self.methods.retain(|other| !method.covers(other));
        }
        self.methods.push(method);
        true
    }

    /// Whether there is a function that covers `method`.
    pub(crate) fn has_covering(&self, method: &OpMethod) -> bool {
        self.methods.iter().any(|other| other.covers(method))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.methods.is_empty()
    }

    /// Writes the declarations, and the definitions inside the class.
    pub(crate) fn emit_declarations(&self, w: &mut CppWriter) {
        for method in &self.methods {
            if let Some(reason) = &method.deprecated {
                line!(w, "[[deprecated(\"{reason}\")]]");
            }
            match &method.body {
                OpMethodBody::Inline(body) => {
                    w.define_in_class(&method.function, |w| w.lines(body));
                    line!(w);
                }
                OpMethodBody::Elsewhere | OpMethodBody::Outside(_) => w.declare(&method.function),
            }
        }
    }

    /// Writes the definitions outside the class.
    pub(crate) fn emit_definitions(&self, class: &str, w: &mut CppWriter) {
        for method in &self.methods {
            if let OpMethodBody::Outside(body) = &method.body {
                w.define(&method.function, class, |w| w.lines(body));
                line!(w);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CppParameter, MethodList, OpMethod};

    fn required(ty: &str) -> CppParameter<'_> {
        CppParameter::new(ty, "x")
    }

    fn optional<'f>(ty: &'f str, default: &'f str) -> CppParameter<'f> {
        CppParameter { default: Some(default), ..required(ty) }
    }

    fn build<const N: usize>(parameters: [CppParameter<'_>; N]) -> OpMethod {
        OpMethod::new("void", "build").parameters(parameters)
    }

    #[test]
    fn a_function_is_left_out_that_calls_of_another_one_can_mean() {
        let mut methods = MethodList::default();
        assert!(methods.add(build([required("A"), optional("B", "0"), optional("C", "1")])));
        assert!(!methods.add(build([required("A")])));
        assert!(!methods.add(build([required("/*optional*/A"), required("B")])));
        assert!(!methods.has_covering(&build([required("A"), required("C")])));
        assert!(!methods.has_covering(&build([])));
        assert!(!methods.has_covering(&OpMethod::new("void", "create").parameter("A", "x")));
        assert!(methods.add(build([required("A"), required("D")])));
        assert_eq!(methods.methods.len(), 2);
    }

    #[test]
    fn a_function_replaces_those_that_its_calls_can_mean() {
        let mut methods = MethodList::default();
        assert!(methods.add(build([required("A")])));
        assert!(methods.add(build([required("B")])));
        assert!(methods.add(build([required("A"), optional("B", "0")])));
        assert_eq!(methods.methods.len(), 2);
    }
}
