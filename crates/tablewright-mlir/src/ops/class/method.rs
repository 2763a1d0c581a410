//! Functions of a class, with what they do.

use tablewright_text::{CppFunction, CppWriter, line};

/// A function of a class.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    function: CppFunction,
    parameters: Vec<Parameter>,
    body: Body,
    /// Why it should not be used any more.
    deprecated: Option<String>,
}

#[derive(Clone, Debug)]
struct Parameter {
    ty: String,
    name: String,
    default: Option<String>,
}

/// What a function does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Body {
    /// It is defined elsewhere.
    Elsewhere,
    /// These statements, in the class.
    Inline(String),
    /// These statements, outside of the class.
    Outside(String),
}

impl Method {
    pub(crate) fn new(return_type: &str, name: &str) -> Method {
        Method {
            function: CppFunction::new(return_type, name),
            parameters: Vec::new(),
            body: Body::Elsewhere,
            deprecated: None,
        }
    }

    pub(crate) fn make_static(mut self) -> Method {
        self.function = self.function.is_static();
        self
    }

    pub(crate) fn initializer(mut self, initializer: String) -> Method {
        self.function = self.function.initializer(initializer);
        self
    }

    pub(crate) fn parameter(mut self, ty: &str, name: &str) -> Method {
        self.function = self.function.parameter(declaration(ty, name));
        let (ty, name) = (ty.to_owned(), name.to_owned());
        self.parameters.push(Parameter { ty, name, default: None });
        self
    }

    pub(crate) fn parameter_or(mut self, ty: &str, name: &str, default: &str) -> Method {
        self.function = self.function.parameter_or(declaration(ty, name), default);
        let (ty, name) = (ty.to_owned(), name.to_owned());
        self.parameters.push(Parameter { ty, name, default: Some(default.to_owned()) });
        self
    }

    /// Sets statements that stand in the class.
    pub(crate) fn inline(mut self, body: String) -> Method {
        self.body = Body::Inline(body);
        self
    }

    /// Sets statements that stand outside of the class.
    pub(crate) fn outside(mut self, body: String) -> Method {
        self.body = Body::Outside(body);
        self
    }

    pub(crate) fn deprecated(mut self, reason: Option<&str>) -> Method {
        self.deprecated = reason.map(str::to_owned);
        self
    }

    /// Adds the parameters of another function after its first `skipped`.
    pub(crate) fn parameters_of(mut self, other: &Method, skipped: usize) -> Method {
        for one in other.parameters.iter().skip(skipped) {
            self = match &one.default {
                Some(default) => self.parameter_or(&one.ty, &one.name, default),
                None => self.parameter(&one.ty, &one.name),
            };
        }
        self
    }

    /// The names of its parameters after the first `skipped`.
    pub(crate) fn parameter_names(&self, skipped: usize) -> impl Iterator<Item = &str> {
        self.parameters.iter().skip(skipped).map(|parameter| parameter.name.as_str())
    }

    pub(crate) fn name(&self) -> &str {
        self.function.name()
    }

    /// Whether every call of another function is a call of this one: it has the same name and begins with the same
    /// parameters, and what follows has default arguments.
    fn covers(&self, other: &Method) -> bool {
        let (own, others) = (&self.parameters, &other.parameters);
        self.name() == other.name()
            && own.len() >= others.len()
            && own.iter().zip(others).all(|(one, other)| unmarked(&one.ty) == unmarked(&other.ty))
            && own.get(others.len()).is_none_or(|next| next.default.is_some())
    }
}

/// A type without the comment that says that a value may be missing.
fn unmarked(ty: &str) -> &str {
    ty.strip_prefix("/*optional*/").unwrap_or(ty)
}

/// A type before the name that has it.
fn declaration(ty: &str, name: &str) -> String {
    let blank = if name.is_empty() || ty.ends_with(['*', '&']) { "" } else { " " };
    format!("{ty}{blank}{name}")
}

/// Functions of a class, none of which can be called as another one.
#[derive(Clone, Debug, Default)]
pub(crate) struct MethodList {
    methods: Vec<Method>,
}

impl MethodList {
    /// Adds a function unless there is one that covers it, and removes those that it covers. Returns whether it is
    /// added.
    pub(crate) fn add(&mut self, method: Method) -> bool {
        if self.methods.iter().any(|other| other.covers(&method)) {
            return false;
        }
        self.methods.retain(|other| !method.covers(other));
        self.methods.push(method);
        true
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.methods.is_empty()
    }

    /// Writes the declarations, and the definitions that stand in the class.
    pub(crate) fn emit_declarations(&self, w: &mut CppWriter) {
        for method in &self.methods {
            if let Some(reason) = &method.deprecated {
                line!(w, "[[deprecated(\"{reason}\")]]");
            }
            match &method.body {
                Body::Inline(body) => {
                    w.define_in_class(&method.function, |w| emit_lines(body, w));
                    line!(w);
                }
                Body::Elsewhere | Body::Outside(_) => w.declare(&method.function),
            }
        }
    }

    /// Writes the definitions that stand outside of the class.
    pub(crate) fn emit_definitions(&self, class: &str, w: &mut CppWriter) {
        for method in &self.methods {
            if let Body::Outside(body) = &method.body {
                w.define(&method.function, class, |w| emit_lines(body, w));
                line!(w);
            }
        }
    }
}

/// Writes lines, each on its own.
fn emit_lines(lines: &str, w: &mut CppWriter) {
    for text in lines.lines() {
        match text.is_empty() {
            true => line!(w),
            false => line!(w, "{text}"),
        }
    }
}
