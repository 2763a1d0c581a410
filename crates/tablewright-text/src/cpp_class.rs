//! C++ classes and functions.
//!
//! A [`CppFunction`] describes a function once. Its declaration in the class and its definition
//! outside are printed from the same description. C++ allows specifiers and default arguments in
//! the declaration only, the class name and initializers in the definition only.

use std::borrow::Cow;

use crate::{Append, CppWriter, TextSink, append, line};

/// A class head.
#[derive(Clone, Debug)]
pub struct CppClass<'a> {
    keyword: &'static str,
    /// A macro for attributes; empty for none.
    macro_name: &'static str,
    name: Cow<'a, str>,
    bases: Vec<Cow<'a, str>>,
}

impl<'a> CppClass<'a> {
    /// Creates a `class` without bases.
    pub fn new(name: impl Into<Cow<'a, str>>) -> CppClass<'a> {
        CppClass { keyword: "class", macro_name: "", name: name.into(), bases: Vec::new() }
    }

    /// Creates a `struct` without bases.
    pub fn new_struct(name: impl Into<Cow<'a, str>>) -> CppClass<'a> {
        CppClass { keyword: "struct", ..CppClass::new(name) }
    }

    /// Adds a macro before the name, for example to make the class visible outside its library.
    #[must_use]
    pub fn macro_before_name(mut self, macro_name: &'static str) -> CppClass<'a> {
        self.macro_name = macro_name;
        self
    }

    /// Adds a base, for example `public Base`.
    #[must_use]
    pub fn base(mut self, base: impl Into<Cow<'a, str>>) -> CppClass<'a> {
        self.bases.push(base.into());
        self
    }
}

/// A member function or a free function.
///
/// ```
/// use tablewright_text::{CppClass, CppFunction, CppWriter, line};
///
/// let constructor = CppFunction::constructor("Op").parameter("int A").initializer("A(A)");
/// let build = CppFunction::new("Op *", "build").is_static().parameter_or("bool Fast", "true");
/// let verify = CppFunction::new("bool", "verify").is_const();
///
/// let mut w = CppWriter::new();
/// w.class(&CppClass::new("Op").base("public OpBase"), |w| {
///     w.field("int", "A");
///     w.access("public");
///     w.declare(&constructor);
///     w.declare(&build);
///     w.define_in_class(&verify, |w| line!(w, "return A != 0;"));
/// });
/// w.define(&constructor, "Op", |_| {});
/// w.define(&build, "Op", |w| line!(w, "return new Op(Fast ? 1 : 2);"));
/// assert_eq!(
///     w.finish(),
///     "\
/// class Op : public OpBase {
///   int A;
/// public:
///   Op(int A);
///   static Op *build(bool Fast = true);
///   bool verify() const {
///     return A != 0;
///   }
/// };
/// Op::Op(int A)
///     : A(A) {
/// }
/// Op *Op::build(bool Fast) {
///   return new Op(Fast ? 1 : 2);
/// }
/// "
/// );
/// ```
#[derive(Clone, Debug)]
pub struct CppFunction {
    is_static: bool,
    is_virtual: bool,
    is_const: bool,
    is_override: bool,
    /// Whether the return type is declared in the class.
    returns_member: bool,
    /// The return type (empty for a constructor), the name and all `parts`, concatenated. One
    /// string saves allocations: an output can have thousands of functions.
    text: String,
    return_type_end: usize,
    name_end: usize,
    parts: Vec<CppPart>,
}

/// A part after the function name.
#[derive(Clone, Copy, Debug)]
struct CppPart {
    kind: CppPartKind,
    /// End offset in `text`; the start is the end offset before it. The text includes the separator
    /// before a parameter or a default argument, so that adjacent parts are written at once.
    end: usize,
    /// End offset of a typed parameter's type; equal to `end` for other parts.
    type_end: usize,
}

/// A parameter with separate type and name, from [`CppFunction::typed_parameter`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CppParameter<'f> {
    /// The type, for example `const T *`.
    pub ty: &'f str,
    /// May be empty.
    pub name: &'f str,
    /// The default argument, if any.
    pub default: Option<&'f str>,
}

impl<'f> CppParameter<'f> {
    /// Returns a parameter without a default argument.
    pub const fn new(ty: &'f str, name: &'f str) -> CppParameter<'f> {
        CppParameter { ty, name, default: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CppPartKind {
    /// A parameter. Type and name are one text, since a C++ type can surround the name.
    Parameter,
    /// The default argument for the parameter before it.
    Default,
    Initializer,
}

/// Initial capacity for text in bytes, and for parts.
const TEXT_CAPACITY: usize = 192;
const PART_CAPACITY: usize = 12;

/// Separators before the first parameter, before each later parameter, and before a default
/// argument.
const FIRST_PARAMETER: &str = "(";
const NEXT_PARAMETER: &str = ", ";
const EQUALS: &str = " = ";

/// Whether a name follows the type without a blank.
fn ends_in_sign(ty: &str) -> bool {
    matches!(ty.as_bytes().last(), Some(b'*' | b'&'))
}

impl CppFunction {
    /// Creates a function without parameters.
    pub fn new(return_type: impl Append, name: impl Append) -> CppFunction {
        let mut text = String::with_capacity(TEXT_CAPACITY);
        append!(&mut text, return_type);
        let return_type_end = text.len();
        append!(&mut text, name);
        CppFunction {
            is_static: false,
            is_virtual: false,
            is_const: false,
            is_override: false,
            returns_member: false,
            return_type_end,
            name_end: text.len(),
            text,
            parts: Vec::with_capacity(PART_CAPACITY),
        }
    }

    /// Creates a constructor for `class`.
    pub fn constructor(class: impl Append) -> CppFunction {
        CppFunction::new("", class)
    }

    /// Makes the function `static`. Only the declaration has this keyword.
    #[must_use]
    pub fn is_static(mut self) -> CppFunction {
        self.is_static = true;
        self
    }

    /// Makes the function `virtual`. Only the declaration has this keyword.
    #[must_use]
    pub fn is_virtual(mut self) -> CppFunction {
        self.is_virtual = true;
        self
    }

    /// Makes the function `const`.
    #[must_use]
    pub fn is_const(mut self) -> CppFunction {
        self.is_const = true;
        self
    }

    /// Makes the function `override`. Only the declaration has this keyword.
    #[must_use]
    pub fn is_override(mut self) -> CppFunction {
        self.is_override = true;
        self
    }

    /// Marks the return type as declared in the class. A definition outside the class then
    /// qualifies the type.
    #[must_use]
    pub fn returns_member(mut self) -> CppFunction {
        self.returns_member = true;
        self
    }

    /// Adds a parameter, or several with commas between them. Each has a type and a name.
    #[must_use]
    pub fn parameter(self, declaration: impl Append) -> CppFunction {
        let before = self.before_parameter();
        self.with(CppPartKind::Parameter, (before, declaration))
    }

    /// Returns the separator before the next parameter.
    fn before_parameter(&self) -> &'static str {
        if self.has_parameters() { NEXT_PARAMETER } else { FIRST_PARAMETER }
    }

    /// Adds a parameter that [`typed_parameters`](Self::typed_parameters) splits into type and
    /// name. The name may be empty.
    #[must_use]
    pub fn typed_parameter(mut self, ty: &str, name: &str) -> CppFunction {
        let before = self.before_parameter();
        self.text.push_str(before);
        self.text.push_str(ty);
        let type_end = self.text.len();
        if !name.is_empty() && !ends_in_sign(ty) {
            self.text.push(' ');
        }
        self.text.push_str(name);
        self.parts.push(CppPart { kind: CppPartKind::Parameter, end: self.text.len(), type_end });
        self
    }

    /// Adds a default argument to the last parameter. Only the declaration has it.
    #[must_use]
    pub fn default_argument(self, default: impl Append) -> CppFunction {
        self.with(CppPartKind::Default, (EQUALS, default))
    }

    /// Iterates over the parameters. For a parameter that was not added by
    /// [`typed_parameter`](Self::typed_parameter), the type contains the whole text.
    ///
    /// ```
    /// use tablewright_text::{CppFunction, CppParameter};
    ///
    /// let f = CppFunction::new("void", "f").typed_parameter("T *", "x").typed_parameter("int", "y");
    /// let f = f.default_argument("0");
    /// let [x, y] = [0, 1].map(|i| f.typed_parameters().nth(i));
    /// assert_eq!(x, Some(CppParameter { ty: "T *", name: "x", default: None }));
    /// assert_eq!(y, Some(CppParameter { ty: "int", name: "y", default: Some("0") }));
    /// ```
    pub fn typed_parameters(&self) -> impl Iterator<Item = CppParameter<'_>> {
        let mut start = self.name_end;
        let mut before = FIRST_PARAMETER;
        self.parts.iter().enumerate().filter_map(move |(i, part)| {
            let begin = std::mem::replace(&mut start, part.end);
            if part.kind != CppPartKind::Parameter {
                return None;
            }
            let begin = begin + std::mem::replace(&mut before, NEXT_PARAMETER).len();
            let ty = &self.text[begin..part.type_end];
            let after_type = &self.text[part.type_end..part.end];
            let name =
                if ends_in_sign(ty) { after_type } else { after_type.get(1..).unwrap_or_default() };
            let next = self.parts.get(i + 1).filter(|next| next.kind == CppPartKind::Default);
            let default = next.map(|next| &self.text[part.end + EQUALS.len()..next.end]);
            Some(CppParameter { ty, name, default })
        })
    }

    /// Adds a parameter with a default argument. Only the declaration has the default argument.
    #[must_use]
    pub fn parameter_or(self, declaration: impl Append, default: impl Append) -> CppFunction {
        self.parameter(declaration).default_argument(default)
    }

    /// Adds a constructor initializer such as `Base(A)`. Only the definition has it.
    #[must_use]
    pub fn initializer(self, initializer: impl Append) -> CppFunction {
        self.with(CppPartKind::Initializer, initializer)
    }

    fn with(mut self, kind: CppPartKind, text: impl Append) -> CppFunction {
        append!(&mut self.text, text);
        let end = self.text.len();
        self.parts.push(CppPart { kind, end, type_end: end });
        self
    }

    fn return_type(&self) -> &str {
        &self.text[..self.return_type_end]
    }

    /// Returns the function name.
    pub fn name(&self) -> &str {
        &self.text[self.return_type_end..self.name_end]
    }

    /// Appends the name and the parameters, without the closing parenthesis.
    fn append_name_and_parameters(&self, with_defaults: bool, out: &mut impl TextSink) {
        let (mut written, mut end) = (self.return_type_end, self.name_end);
        for part in &self.parts {
            let is_shown = match part.kind {
                CppPartKind::Parameter => true,
                CppPartKind::Default => with_defaults,
                CppPartKind::Initializer => false,
            };
            if !is_shown {
                out.push_str(&self.text[written..end]);
                written = part.end;
            }
            end = part.end;
        }
        out.push_str(&self.text[written..end]);
    }

    fn has_parameters(&self) -> bool {
        self.parts.iter().any(|part| part.kind == CppPartKind::Parameter)
    }

    /// Iterates over the initializers in the order in which they were added.
    fn initializers(&self) -> impl Iterator<Item = &str> {
        let mut start = self.name_end;
        self.parts.iter().filter_map(move |part| {
            let text = &self.text[start..part.end];
            start = part.end;
            (part.kind == CppPartKind::Initializer).then_some(text)
        })
    }
}

/// A type before a name: `int x`, `int *x`.
#[derive(Clone, Copy, Debug)]
pub struct CppType<'a>(pub &'a str);

impl Append for CppType<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        out.push_str(self.0);
        if !self.0.is_empty() && !ends_in_sign(self.0) {
            out.push(' ');
        }
    }
}

/// A function head's place: inside or outside a class.
#[derive(Clone, Copy)]
enum CppScope<'a> {
    InClass,
    /// Outside the class with this name; for a free function the name is empty.
    Outside(&'a str),
}

/// A function head, without the `;` or `{` after it.
struct FunctionHead<'a>(&'a CppFunction, CppScope<'a>);

impl Append for FunctionHead<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        let FunctionHead(function, scope) = *self;
        let (in_class, class) = match scope {
            CppScope::InClass => (true, ""),
            CppScope::Outside(class) => (false, class),
        };
        if in_class && function.is_static {
            out.push_str("static ");
        }
        if in_class && function.is_virtual {
            out.push_str("virtual ");
        }
        if function.returns_member && !class.is_empty() {
            append!(out, class, "::");
        }
        append!(out, CppType(function.return_type()));
        if !class.is_empty() {
            append!(out, class, "::");
        }
        function.append_name_and_parameters(in_class, out);
        out.push_str(if function.has_parameters() { ")" } else { "()" });
        if function.is_const {
            out.push_str(" const");
        }
        if in_class && function.is_override {
            out.push_str(" override");
        }
    }
}

impl CppWriter<'_> {
    /// Writes a class. `members` writes the members, which are indented.
    pub fn class(&mut self, class: &CppClass<'_>, members: impl FnOnce(&mut CppWriter)) {
        self.indentation();
        let blank = if class.macro_name.is_empty() { "" } else { " " };
        append!(self, class.keyword, " ", class.macro_name, blank, class.name);
        for (i, base) in class.bases.iter().enumerate() {
            append!(self, if i > 0 { ", " } else { " : " }, base);
        }
        self.raw(" {\n");
        self.indented(members);
        line!(self, "}};");
    }

    /// Begins the members with this access within a class: `public`, `protected`, `private`.
    pub fn access(&mut self, access: &str) {
        self.outdented(|w| line!(w, "{access}:"));
    }

    /// Writes a data member.
    pub fn field(&mut self, ty: &str, name: &str) {
        self.indentation();
        append!(self, CppType(ty), name, ";\n");
    }

    /// Declares a function within its class.
    pub fn declare(&mut self, function: &CppFunction) {
        self.indentation();
        append!(self, FunctionHead(function, CppScope::InClass), ";\n");
    }

    /// Defines a function within its class. `body` writes the statements.
    pub fn define_in_class(&mut self, function: &CppFunction, body: impl FnOnce(&mut CppWriter)) {
        self.definition(function, CppScope::InClass, body);
    }

    /// Defines a function outside `class`. `body` writes the statements. For a free function the
    /// class name is empty.
    pub fn define(
        &mut self,
        function: &CppFunction,
        class: &str,
        body: impl FnOnce(&mut CppWriter),
    ) {
        self.definition(function, CppScope::Outside(class), body);
    }

    fn definition(
        &mut self,
        function: &CppFunction,
        scope: CppScope<'_>,
        body: impl FnOnce(&mut CppWriter),
    ) {
        self.indentation();
        append!(self, FunctionHead(function, scope));
        for (i, initializer) in function.initializers().enumerate() {
            self.raw(if i > 0 { ",\n" } else { "\n" });
            self.indentation();
            append!(self, if i > 0 { "      " } else { "    : " }, initializer);
        }
        self.raw(" {\n");
        self.indented(body);
        self.indentation();
        self.raw("}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::{CppClass, CppFunction};
    use crate::{CppWriter, line};
    use expect_test::expect;

    #[test]
    fn a_definition_outside_the_class_qualifies_name_and_nested_result() {
        let mut w = CppWriter::new();
        let function = CppFunction::new("Kind", "getKind").returns_member().is_const();
        let function = function.is_virtual().is_override();
        w.class(&CppClass::new_struct("A").base("B").base("private C"), |w| {
            w.declare(&function);
            w.access("private");
            w.field("Kind &", "K");
        });
        w.define(&function, "A", |w| line!(w, "return K;"));
        w.define(
            &CppFunction::new("void", "f").parameter("int").parameter_or("T *X", "{}"),
            "",
            |_| {},
        );
        expect![[r#"
            struct A : B, private C {
              virtual Kind getKind() const override;
            private:
              Kind &K;
            };
            A::Kind A::getKind() const {
              return K;
            }
            void f(int, T *X) {
            }
        "#]]
        .assert_eq(&w.finish());
    }

    #[test]
    fn a_constructor_in_its_class_has_initializers_too() {
        let mut w = CppWriter::new();
        let constructor = CppFunction::constructor("A").initializer("B()").initializer("X(0)");
        w.class(&CppClass::new("A"), |w| w.define_in_class(&constructor, |_| {}));
        expect![[r#"
            class A {
              A()
                  : B(),
                    X(0) {
              }
            };
        "#]]
        .assert_eq(&w.finish());
    }
}
