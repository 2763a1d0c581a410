//! Template parameters and their arguments (ProgRef, "class" and "multiclass" statements).

use smallvec::SmallVec;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::similar::most_similar;
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree;

use crate::eval::definitions::ParamOwner;
use crate::eval::lower::Mode;
use crate::eval::reports::NarrowArgument;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::record::Param;
use crate::release::Feature;
use crate::trace::DefinitionKind;
use crate::value::{ArgKey, InstanceArg, Value, ValueId};

/// Parameters and their values.
pub(crate) type BoundArgs = SmallVec<[(Symbol, ValueId); 12]>;

/// Template arguments as written.
pub(crate) type GivenArgs = SmallVec<[InstanceArg; 8]>;

impl Evaluator {
    pub(crate) fn params(&self, owner: ParamOwner) -> &[Param] {
        match owner {
            ParamOwner::Class(class) => &self.heap.store.classes.get(class).params,
            ParamOwner::Multiclass(id) => &self.definitions.multiclasses[id].params,
        }
    }

    fn params_mut(&mut self, owner: ParamOwner) -> &mut Vec<Param> {
        match owner {
            ParamOwner::Class(class) => &mut self.heap.store.classes.get_mut(class).params,
            ParamOwner::Multiclass(id) => &mut self.definitions.multiclasses[id].params,
        }
    }

    fn owner_name(&self, owner: ParamOwner) -> &str {
        self.heap.str(self.owner_symbol(owner))
    }

    fn owner_symbol(&self, owner: ParamOwner) -> Symbol {
        match owner {
            ParamOwner::Class(class) => self.heap.store.classes.get(class).name,
            ParamOwner::Multiclass(id) => self.definitions.multiclasses[id].name,
        }
    }

    /// Returns the parameter name `name`, qualified by its owner.
    fn qualified(&mut self, owner: ParamOwner, name: Symbol) -> Symbol {
        // Printed records and messages show these qualified names.
        let separator = match owner {
            ParamOwner::Class(_) => ":",
            ParamOwner::Multiclass(_) => "::",
        };
        let text = format!("{}{separator}{}", self.owner_name(owner), self.heap.str(name));
        self.heap.intern(&text)
    }

    pub(super) fn declare_params(
        &mut self,
        owner: ParamOwner,
        declarations: tree::PartList<tree::ParameterDecl>,
    ) -> Eval<()> {
        for declaration in declarations {
            let declaration = self.node(declaration);
            let ty = self.ty(&declaration.ty)?;
            self.check_not_reserved(declaration.name)?;
            let short_name = self.heap.symbol(declaration.name.name);
            if self.params(owner).iter().any(|p| p.short_name == short_name) {
                let message = "template argument with the same name has already been defined";
                let first = self.params(owner).iter().find(|p| p.short_name == short_name);
                let first = first.map(|param| param.pos);
                let span = declaration.name.span;
                let error = self.reports.begin_error(Code::AlreadyDefined, span, message);
                error.printed_at(declaration.ty.span.lo);
                if let Some(first) = first {
                    error.label(first, "first defined here");
                }
                return Err(Reported);
            }
            let name = self.qualified(owner, short_name);
            let pos = declaration.name.span.lo;
            // Within its own default, the parameter is not defined yet.
            let default = match &declaration.value {
                None => self.heap.fit(ValueId::UNSET, ty).expect("`?` suits every type"),
                Some(tree) => {
                    let value = self.expr(tree, Some(ty), Mode::Value)?;
                    match self.heap.fit(value, ty) {
                        Some(default) => default,
                        None => {
                            self.misfit(tree.span, name, ty, value);
                            self.heap.fit(ValueId::UNSET, ty).expect("`?` suits every type")
                        }
                    }
                }
            };
            self.heap.store.values.declare_param(name);
            let param = Param { name, ty, default, pos, short_name, used: false };
            self.params_mut(owner).push(param);
            if self.tracer.is_on() {
                let whose = self.owner_symbol(owner);
                let (kind, span) = (DefinitionKind::Parameter, declaration.name.span);
                self.trace_definition_in(kind, short_name, span, Some(whose));
            }
        }
        Ok(())
    }

    pub(super) fn check_not_reserved(&mut self, name: tree::Ident) -> Eval<()> {
        if self.heap.symbol(name.name) != self.heap.well_known.name {
            return Ok(());
        }
        let message = "'NAME' is a reserved variable name";
        Err(self.reports.error(Code::ReservedName, name.span, message))
    }

    pub(super) fn warn_unused_params(&mut self, owner: ParamOwner) {
        if !self.reports.warn_unused_template_args {
            return;
        }
        let unused: Vec<(Pos, Symbol)> =
            self.params(owner).iter().filter(|p| !p.used).map(|p| (p.pos, p.name)).collect();
        for (pos, name) in unused {
            let message = format!("unused template argument: {}", self.heap.str(name));
            self.reports.diagnostics.warning(Code::UnusedArgument, pos, message);
        }
    }

    /// Evaluates the template arguments.
    pub(crate) fn args(
        &mut self,
        args: tree::PartList<tree::TemplateArg>,
        owner: ParamOwner,
    ) -> Eval<GivenArgs> {
        let mut values = GivenArgs::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let arg = self.node(arg);
            let start = arg.name.map_or(arg.value.span, |name| name.span);
            // Reported before the argument is evaluated, so that its own errors do not come first.
            if i >= self.params(owner).len() {
                let message = format!("Too many template arguments: {}", i + 1);
                let (pos, takes) = (self.owner_pos(owner), self.takes_text(owner));
                let last = args.last().map_or(arg, |last| self.node(last));
                let surplus = start.to(last.value.span);
                let error = self.reports.begin_error(Code::TooManyArguments, surplus, message);
                return Err(error.note(Some(pos), takes).into());
            }
            let (key, ty) = match arg.name {
                None => (ArgKey::Position(i as u32), self.params(owner)[i].ty),
                Some(ident) => {
                    let name = self.heap.symbol(ident.name);
                    self.trace_argument_use(ident.span, owner, name);
                    let param = self.params(owner).iter().find(|p| p.short_name == name);
                    match param {
                        Some(param) => (ArgKey::Name(param.name), param.ty),
                        None => {
                            let name = self.heap.str(name).to_owned();
                            let message = format!("Argument \"{name}\" doesn't exist");
                            let params = self.params(owner).iter();
                            let names = params.map(|p| self.heap.str(p.short_name));
                            let similar = most_similar(&name, names).map(str::to_owned);
                            let takes = self.takes_text(owner);
                            let pos = self.owner_pos(owner);
                            let code = Code::UnknownArgument;
                            let error = self.reports.begin_error(code, start, message);
                            error.label(pos, takes);
                            return Err(error.did_you_mean(start, similar.as_deref()).into());
                        }
                    }
                }
            };
            let value = self.expr(&arg.value, Some(ty), Mode::Value)?;
            if arg.name.is_some() && value == ValueId::UNSET {
                let message = "The value of named argument should be initialized, but we got '?'";
                return Err(self.reports.error(Code::UnsetArgument, arg.value.span, message));
            }
            values.push(InstanceArg { key, value });
        }
        Ok(values)
    }

    fn param_of(&self, owner: ParamOwner, key: ArgKey) -> &Param {
        let params = self.params(owner);
        match key {
            ArgKey::Position(index) => &params[index as usize],
            ArgKey::Name(name) => {
                let param = params.iter().find(|p| p.name == name);
                param.expect("arguments name parameters that exist")
            }
        }
    }

    fn owner_pos(&self, owner: ParamOwner) -> Pos {
        match owner {
            ParamOwner::Class(class) => self.heap.store.classes.get(class).pos,
            ParamOwner::Multiclass(id) => self.definitions.multiclasses[id].pos,
        }
    }

    /// Returns the number of parameters of a class or multiclass as text.
    fn takes_text(&self, owner: ParamOwner) -> String {
        let name = self.owner_name(owner);
        match self.params(owner).len() {
            0 => format!("'{name}' takes no template arguments"),
            1 => format!("'{name}' takes 1 template argument"),
            count => format!("'{name}' takes {count} template arguments"),
        }
    }

    /// Casts arguments to their parameters' types. `trees` are the arguments as written. The reference reports errors
    /// at `pos`, the class name.
    pub(super) fn cast_args(
        &mut self,
        mut args: GivenArgs,
        owner: ParamOwner,
        pos: Pos,
        trees: tree::PartList<tree::TemplateArg>,
    ) -> Eval<GivenArgs> {
        let mut fits = true;
        for (i, arg) in args.iter_mut().enumerate() {
            let param = self.param_of(owner, arg.key);
            let (name, ty, declared) = (param.name, param.ty, param.pos);
            match self.heap.cast_to(arg.value, ty) {
                Some(value) => {
                    if value != arg.value
                        && matches!(self.heap.store.value(value), Value::Op { .. })
                    {
                        let span =
                            trees.get(i).map_or(Span::from(pos), |tree| self.node(tree).value.span);
                        let narrow = NarrowArgument { value, span, param: name, declared };
                        self.reports.narrow_argument = Some(narrow);
                    }
                    arg.value = value;
                }
                None => {
                    if self.value_lacks_fields(arg.value) {
                        return Err(Reported);
                    }
                    let arg_type =
                        self.heap.type_of(arg.value).expect("only typed values do not fit");
                    let message = format!(
                        "Value specified for template argument '{}' is of type {}; expected type \
                         {}: {}",
                        self.heap.str(name),
                        self.heap.store.type_text(arg_type),
                        self.heap.store.type_text(ty),
                        self.heap.store.value_text(arg.value),
                    );
                    let span =
                        trees.get(i).map_or(Span::from(pos), |tree| self.node(tree).value.span);
                    let owner = format!("declared in '{}'", self.owner_name(owner));
                    // Queried only here instead of once for all arguments: if the final release has another answer, the
                    // input is read a second time.
                    let at_argument = self.heap.has(Feature::RevisedMessages);
                    let error = self.reports.begin_error(Code::ArgumentType, span, message);
                    error.label(span, "this is the argument").label(declared, owner);
                    if !at_argument {
                        error.printed_at(pos);
                        error.note(Some(span.lo), "this is the argument");
                        return Err(Reported);
                    }
                    fits = false;
                }
            }
        }
        if fits { Ok(args) } else { Err(Reported) }
    }

    /// Returns the values of the parameters: the arguments in their written order, then the defaults.
    pub(crate) fn bind_args(
        &mut self,
        owner: ParamOwner,
        args: &[InstanceArg],
        at: Span,
    ) -> Eval<BoundArgs> {
        // One more entry for `NAME`, which inheriting adds.
        let mut bound = BoundArgs::with_capacity(self.params(owner).len() + 1);
        for arg in args {
            let name = self.param_of(owner, arg.key).name;
            if bound.iter().any(|(n, _)| *n == name) {
                let declared = self.param_of(owner, arg.key).pos;
                let name = self.heap.str(name);
                let message = format!("We can only specify the template argument '{name}' once");
                let error = self.reports.begin_error(Code::DuplicateArgument, at, message);
                return Err(error.label(declared, "declared here").into());
            }
            bound.push((name, arg.value));
        }
        let argument_count = bound.len();
        for (i, param) in self.params(owner).iter().enumerate() {
            // Positional arguments come first and in order, so this test usually suffices.
            let at_its_place =
                bound.get(i).filter(|_| i < argument_count).is_some_and(|b| b.0 == param.name);
            if at_its_place || bound[..argument_count].iter().any(|(n, _)| *n == param.name) {
                continue;
            }
            if !self.construction.is_complete_value(&self.heap, param.default) {
                let declared_at = param.pos;
                let name = self.heap.str(param.name);
                let message = format!("value not specified for template argument '{name}'");
                let note = format!("declared in '{}'", self.owner_name(owner));
                let error = self.reports.begin_error(Code::MissingArgument, at, message);
                return Err(error.note(Some(declared_at), note).into());
            }
            bound.push((param.name, param.default));
        }
        Ok(bound)
    }

    /// Returns the text of a list of type `ty` with the element `value`, if it is possible.
    fn list_of_value(&mut self, ty: TypeId, value: ValueId) -> Option<String> {
        let element = self.heap.store.types.element(ty)?;
        let value_type = self.heap.type_of(value)?;
        let is_element = self.heap.store.is_convertible(value_type, element);
        is_element.then(|| format!("[{}]", self.heap.store.value_text(value)))
    }

    /// Reports that a value does not fit a field or parameter, unless this follows from an earlier error.
    pub(super) fn misfit(
        &mut self,
        span: impl Into<Span>,
        name: Symbol,
        ty: TypeId,
        value: ValueId,
    ) -> Option<&mut Diagnostic> {
        if self.value_lacks_fields(value) {
            return None;
        }
        let value_type = self.heap.type_of(value);
        let is_revised = self.heap.has(Feature::RevisedMessages);
        let suffix = match (self.heap.store.value(value), value_type) {
            (Value::Bits(bits), _) => {
                // The message adds a quote that belongs to the other cases.
                let end = if is_revised { "" } else { "'" };
                format!("' of type bit initializer with length {}{end}", bits.len())
            }
            (_, Some(known_type)) => {
                format!("' of type '{}'", self.heap.store.type_text(known_type))
            }
            (_, None) => "'".to_owned(),
        };
        let message = format!(
            "Field '{}' of type '{}' is incompatible with value '{}{suffix}",
            self.heap.str(name),
            self.heap.store.type_text(ty),
            self.heap.store.value_text(value),
        );
        let list = self.list_of_value(ty, value);
        let error = self.reports.begin_error(Code::FieldType, span, message);
        if let Some(list) = list {
            error.note(None, format!("a list with this value is written `{list}`"));
        }
        Some(error)
    }
}
