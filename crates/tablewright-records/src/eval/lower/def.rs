//! `def`, and the bodies of classes and defs (ProgRef, "def — define a concrete record", "Record Bodies").

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::{Pos, Span};
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::{self, LetMode};

use crate::eval::lower::Mode;
use crate::eval::reports::in_bits;
use crate::eval::scopes::Scope;
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::record::{Assertion, DumpRequest, FieldDecl};
use crate::release::Feature;
use crate::trace::{DefinitionKind, LetPosition};
use crate::types::Type;
use crate::value::{Op, Value, ValueId};

impl Evaluator {
    pub(crate) fn def(&mut self, tree: &tree::DefStatement) -> Eval<()> {
        self.begin_def(tree)?;
        // If a loop or multiclass copies the record, all copies share its shape and positions.
        self.construction.fix_shape(&mut self.heap);
        self.construction.fix_positions(&mut self.heap);
        let prototype = self.construction.pop();
        self.add_record(prototype)
    }

    /// Evaluates a record's name, parents and body. The record stays under construction.
    pub(super) fn begin_def(&mut self, tree: &tree::DefStatement) -> Eval<()> {
        let name = match &tree.name {
            Some(name) => Some(self.object_name(name)?).filter(|&n| n != ValueId::UNSET),
            None => None,
        };
        // An anonymous record is reported at its keyword, since it lacks a name.
        let pos = if name.is_some() { tree.pos } else { tree.keyword };
        let is_anonymous = name.is_none();
        let name = match name {
            Some(name) => name,
            None => self.heap.new_anonymous_name(),
        };
        self.check_record_name(name, &[pos])?;
        let sequence = self.heap.next_sequence();
        let mut prototype = self.construction.new_prototype(name, pos, sequence);
        prototype.is_anonymous = is_anonymous;
        prototype.history = self.tracer.new_history();
        if self.tracer.is_on() {
            let name = self.heap.name_so_far(name);
            self.trace_definition_in(DefinitionKind::Record, name, Span::from(pos), None);
        }
        self.construction.push(prototype);
        self.in_scope(Scope::record(), |this| this.object_body(tree.parents, tree.body))
    }

    /// Returns the name of a `def` or `defm`. In a multiclass, the `defm`'s name is prepended unless the name already
    /// mentions `NAME`.
    pub(super) fn object_name(&mut self, name: &tree::Expr) -> Eval<ValueId> {
        let name = self.expr(name, Some(TypeId::STRING), Mode::Name)?;
        let Some(index) = self.context.multiclass else { return Ok(name) };
        let name_param = self.definitions.multiclasses[index].name_param;
        if name == ValueId::UNSET || self.heap.mentions(name, name_param) {
            return Ok(name);
        }
        let own = self.heap.store.values.var(name_param, TypeId::STRING);
        self.concat_strings(own, name)
    }

    pub(crate) fn check_record_name(&mut self, name: ValueId, positions: &[Pos]) -> Eval<()> {
        if self.heap.type_of(name) == Some(TypeId::STRING) {
            return Ok(());
        }
        let text = self.heap.store.value_text(name);
        let message = format!("Record name '{text}' is not a string!");
        self.reports.error_at(Code::RecordName, positions, message);
        Err(Reported)
    }

    pub(super) fn body_item(&mut self, item: &tree::BodyItem) -> Eval<()> {
        match *item {
            tree::BodyItem::Field(declaration) => self.field_declaration(&self.node(declaration)),
            tree::BodyItem::Let(item) => self.body_let(&self.node(item)),
            tree::BodyItem::Defvar(defvar) => self.defvar(&self.node(defvar)),
            tree::BodyItem::Assert(assert) => {
                let assertion = self.assertion(&self.node(assert))?;
                self.construction.current_mut().assertions.push(assertion);
                Ok(())
            }
            tree::BodyItem::Dump(dump) => {
                let dump = self.dump_request(&self.node(dump))?;
                self.construction.current_mut().dumps.push(dump);
                Ok(())
            }
        }
    }

    fn field_declaration(&mut self, declaration: &tree::ParameterDecl) -> Eval<()> {
        let ty = self.ty(&declaration.ty)?;
        self.check_not_reserved(declaration.name)?;
        let name = self.heap.symbol(declaration.name.name);
        let pos = declaration.name.span.lo;
        if let Some(first) = self.scopes.local_variable_pos(name) {
            let message = "local variable of this name already exists";
            return Err(self.already_defined(declaration.name.span, message, Some(first)));
        }
        let decl = FieldDecl { name, ty, is_field: declaration.is_field };
        let slot = match self.construction.declare_field(&mut self.heap, decl, pos) {
            Ok(slot) => slot,
            Err((slot, old)) => {
                let first = self.construction.current().field_pos(&self.heap.store, slot);
                return Err(self.incompatible_redefinition(pos, name, (old, first), ty));
            }
        };
        let Some(value) = &declaration.value else {
            self.trace_declaration(slot, declaration.name);
            return Ok(());
        };
        let span = value.span;
        let value = self.expr(value, Some(ty), Mode::Value)?;
        if self.set_field(name, &[], value, span, false).is_err() {
            // The reference continues, and prints the record at the end.
            self.refuse_value(slot);
        }
        self.trace_declaration(slot, declaration.name);
        Ok(())
    }

    /// Reports that a field has another type than in its earlier declaration, with a label there.
    #[cold]
    pub(crate) fn incompatible_redefinition(
        &mut self,
        at: impl Into<Span>,
        name: Symbol,
        (old, first): (TypeId, Pos),
        new: TypeId,
    ) -> Reported {
        let message = format!(
            "New definition of '{}' of type '{}' is incompatible with previous definition of type \
             '{}'",
            self.heap.str(name),
            self.heap.store.type_text(new),
            self.heap.store.type_text(old),
        );
        let error = self.reports.begin_error(Code::FieldType, at, message);
        error.label(first, "previously declared here").into()
    }

    fn body_let(&mut self, item: &tree::LetItem) -> Eval<()> {
        let name = self.heap.symbol(item.name.name);
        let bits = self.let_bits(item.bits)?;
        let field = self.construction.current_field(&self.heap, name);
        let Some((_, decl)) = field else {
            let is_revised = self.heap.has(Feature::RevisedMessages);
            let printed_at = if is_revised { item.name.span } else { item.value.span };
            return Err(self.unknown_field(name, item.name.span, printed_at.lo));
        };
        let mut ty = decl.ty;
        if !bits.is_empty() && matches!(self.heap.store.ty(ty), Type::Bits(_)) {
            ty = self.heap.store.types.bits(bits.len() as u32);
        }
        let value = self.expr(&item.value, Some(ty), Mode::Value)?;
        self.set_field_by_let(item.mode, name, &bits, value, item.name.span)?;
        let site = self.trace_let_site(item, LetPosition::Body, &bits);
        self.trace_let(site, name, item.name.span);
        Ok(())
    }

    /// Sets a field, or some of its bits, as a `let` in this mode does.
    pub(super) fn set_field_by_let(
        &mut self,
        mode: LetMode,
        name: Symbol,
        bits: &[u32],
        value: ValueId,
        span: Span,
    ) -> Eval<()> {
        let value = match mode {
            LetMode::Replace => value,
            LetMode::Append | LetMode::Prepend => {
                self.joined_to_field(mode, name, bits, value, span)?
            }
        };
        self.set_field(name, bits, value, span, true)
    }

    /// Returns a field's value with another value appended or prepended.
    fn joined_to_field(
        &mut self,
        mode: LetMode,
        name: Symbol,
        bits: &[u32],
        value: ValueId,
        span: Span,
    ) -> Eval<ValueId> {
        let Some((slot, decl)) = self.construction.current_field(&self.heap, name) else {
            return Err(self.unknown_field(name, span, span.lo));
        };
        if !bits.is_empty() {
            let message = "Cannot use append/prepend with bit range";
            return Err(self.reports.error(Code::BitRange, span, message));
        }
        let old = self.construction.current().values[slot];
        if old == ValueId::UNSET || old == ValueId::REFUSED {
            return Ok(value);
        }
        let op = match self.heap.store.ty(decl.ty) {
            Type::List(_) => BangOp::ListConcat,
            Type::String => BangOp::StrConcat,
            Type::Dag => BangOp::Con,
            Type::Bit | Type::Bits(_) | Type::Int | Type::Record(_) => {
                let verb = if mode == LetMode::Append { "append" } else { "prepend" };
                let message = format!(
                    "Cannot {verb} to field '{}' of type '{}' (expected list, string, code, or dag)",
                    self.heap.str(name),
                    self.heap.store.type_text(decl.ty)
                );
                let error = self.reports.begin_error(Code::FieldType, span, message);
                return Err(error.into());
            }
        };
        let operands = if mode == LetMode::Append { [old, value] } else { [value, old] };
        self.fold_op(Op::Bang(op), decl.ty, &operands, false)
    }

    /// Returns the bits that a `let` sets, the lowest first. Empty for the whole field.
    pub(super) fn let_bits(
        &mut self,
        bits: Option<tree::PartList<tree::RangePiece>>,
    ) -> Eval<Vec<u32>> {
        let Some(ranges) = bits else { return Ok(Vec::new()) };
        let mut bits = self.ranges(ranges)?;
        // `{7-4}` starts with the highest bit.
        bits.reverse();
        Ok(bits)
    }

    /// Sets a field, or some of its bits, in the current prototype. If `is_let`, `span` becomes the field's position.
    pub(crate) fn set_field(
        &mut self,
        name: Symbol,
        bits: &[u32],
        value: ValueId,
        span: Span,
        is_let: bool,
    ) -> Eval<()> {
        let Some((slot, decl)) = self.construction.current_field(&self.heap, name) else {
            return Err(self.unknown_field(name, span, span.lo));
        };
        let whole = if bits.is_empty() {
            if matches!(self.heap.store.value(value), Value::Var { name: n, .. } if n == name) {
                let message = "Recursion / self-assignment forbidden";
                return Err(self.reports.error(Code::SelfReference, span, message));
            }
            value
        } else {
            let old = self.construction.current_mut().values[slot];
            self.replace_bits(name, old, bits, value, span)?
        };
        let Some(fitted) = self.heap.fit(whole, decl.ty) else {
            if self.misfit(span, name, decl.ty, whole).is_some() {
                self.label_field(slot, span);
            }
            return Err(Reported);
        };
        let prototype = self.construction.current_mut();
        prototype.values[slot] = fitted;
        if is_let {
            prototype.own_positions(&self.heap.store)[slot] = span.lo;
        }
        Ok(())
    }

    /// Reports a `let` of a field that does not exist, unless the field may have been given up.
    #[cold]
    fn unknown_field(&mut self, name: Symbol, span: Span, printed_at: Pos) -> Reported {
        if self.is_field_given_up(name) {
            return Reported;
        }
        let similar = self.similar_field(name);
        let message = format!("Value '{}' unknown!", self.heap.str(name));
        let own = self.construction.current().positions.first().copied();
        let what = match self.construction.current().class {
            Some(_) => "the class",
            None => "the record",
        };
        let error = self.reports.begin_error(Code::UnknownField, span, message);
        error.printed_at(printed_at).did_you_mean(span, similar.as_deref());
        if let Some(own) = own {
            error.label(own, format!("{what} lacks a field with this name"));
        }
        Reported
    }

    /// Adds labels to the last error: the field's declaration, and the overridden value.
    #[cold]
    fn label_field(&mut self, slot: usize, span: Span) {
        let store = &self.heap.store;
        let innermost = self.construction.innermost();
        let set_at = self.construction.current().field_pos(store, slot);
        let declared = self.declaration_of(innermost, slot);
        let Some(error) = self.reports.diagnostics.last_mut() else { return };
        if set_at != span.lo {
            // A value that was set elsewhere than in the declaration was set by a `let`.
            let text =
                if declared.is_some() { "set by this `let` before" } else { "declared here" };
            error.label(set_at, text);
        }
        error.labels.extend(declared);
    }

    /// Returns the row of bits `old` with the bits in `bits` replaced by bits from `value`, its lowest bit first.
    fn replace_bits(
        &mut self,
        name: Symbol,
        old: ValueId,
        bits: &[u32],
        value: ValueId,
        span: Span,
    ) -> Eval<ValueId> {
        let Value::Bits(row) = self.heap.store.value(old) else {
            if old == ValueId::REFUSED {
                return Ok(old);
            }
            let message = format!("Value '{}' is not a bits type", self.heap.str(name));
            return Err(self.reports.error(Code::BitRange, span, message));
        };
        let mut row: Vec<ValueId> = row.iter().collect();
        let mut is_set = vec![false; row.len()];
        let ty = self.heap.store.types.bits(bits.len() as u32);
        let Some(value) = self.heap.cast_to(value, ty) else {
            let type_note = match self.heap.type_of(value) {
                Some(ty) => format!("the value is of type '{}'", self.heap.store.type_text(ty)),
                None => "the type of the value is unknown".to_owned(),
            };
            let note = format!("the range has {}, {type_note}", in_bits(bits.len() as u32));
            let message = "Initializer is not compatible with bit range";
            let error = self.reports.begin_error(Code::BitRange, span, message);
            return Err(error.note(None, note).into());
        };
        for (i, &bit) in bits.iter().enumerate() {
            let slot = bit as usize;
            let Some(already) = is_set.get_mut(slot) else {
                let message = format!(
                    "Cannot set bit #{bit} of value '{}', which has {} bit{}",
                    self.heap.str(name),
                    row.len(),
                    if row.len() == 1 { "" } else { "s" }
                );
                return Err(self.reports.error(Code::BitRange, span, message));
            };
            if std::mem::replace(already, true) {
                let name = self.heap.str(name);
                let message = format!("Cannot set bit #{bit} of value '{name}' more than once");
                return Err(self.reports.error(Code::BitRange, span, message));
            }
            row[slot] = self.heap.bit_of(value, i as u32);
        }
        Ok(self.heap.store.values.bits(&row))
    }

    pub(crate) fn assertion(&mut self, tree: &tree::Assert) -> Eval<Assertion> {
        let condition = self.expr(&tree.condition, None, Mode::Value)?;
        let message = self.expr(&tree.message, None, Mode::Value)?;
        Ok(Assertion { pos: tree.condition.span.lo, condition, message })
    }

    pub(super) fn dump_request(&mut self, tree: &tree::DumpStatement) -> Eval<DumpRequest> {
        let message = self.expr(&tree.message, None, Mode::Value)?;
        let message = self.as_dump_text(message)?;
        Ok(DumpRequest { pos: tree.keyword, message, is_copied: false })
    }
}
