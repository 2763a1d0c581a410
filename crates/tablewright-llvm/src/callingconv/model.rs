//! Calling conventions: records of class `CallingConv`, their actions numbered and checked.

use std::collections::{BTreeMap, BTreeSet};

use tablewright_backend::{Failure, Job};
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::register::RegisterRecord;
use tablewright_target::record_views::value_type::ValueTypeRecord;
use tablewright_target::registers::Registers;

use crate::record_views::calling_conv::{
    CallingConvRecord, CcActionRecord, CcAssignToRegAndStackRecord, CcAssignToRegRecord,
    CcAssignToRegTupleRecord, CcAssignToRegWithShadowRecord, CcAssignToStackRecord,
    CcAssignToStackWithShadowRecord, CcCustomRecord, CcDelegateToRecord, CcIfRecord,
    CcIfTypeRecord, CcPredicateActionRecord, CcPromoteToTypeRecord,
};
use crate::support::qualified_name::Qualified;

/// The greatest depth to which predicates may nest.
const MAX_DEPTH: usize = 1000;

/// The calling conventions of a target.
pub(super) struct CallingConvs<'s> {
    /// The conventions that are not written by hand, in natural order of their names.
    pub(super) conventions: Vec<CallingConv<'s>>,
    /// The registers that each convention assigns by itself, not through others or with shadows.
    pub(super) arg_registers: RegistersByConv<'s>,
    /// The registers for arguments that are special to Swift, of conventions that have some.
    pub(super) swift_arg_registers: RegistersByConv<'s>,
    /// The macros that choose a part of the file.
    pub(super) guards: Guards,
    /// Whether functions are given the argument's type in LLVM IR, and registers have the type
    /// `MCRegister`.
    pub(super) passes_orig_type: bool,
}

/// The macros that choose a part of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Guards {
    /// `GET_CC_REGISTER_LISTS` chooses the arrays of registers, its absence the functions.
    Alternatives,
    /// Each of the two parts has a macro of its own.
    OnePerPart,
}

/// By name of the convention, both in byte order.
pub(super) type RegistersByConv<'s> = BTreeMap<&'s str, BTreeSet<String>>;

/// A calling convention.
pub(super) struct CallingConv<'s> {
    pub(super) name: &'s str,
    /// Whether other files may call the function.
    pub(super) is_entry: bool,
    pub(super) actions: Vec<Action<'s>>,
}

/// An action on an argument. Registers are qualified names, types are enumerators.
pub(super) enum Action<'s> {
    /// The action, if one of the conditions holds.
    If { conditions: Vec<String>, then: Box<Action<'s>> },
    /// Hands the argument to another convention.
    DelegateTo(&'s str),
    /// The first register that is free, and, if `stack` is there, room on the stack too.
    AssignToReg { registers: RegList, stack: Option<StackSlot> },
    /// The first register that is free; it blocks the one at the same index of `shadows`.
    AssignToRegWithShadow { registers: RegList, shadows: RegList },
    /// Room on the stack.
    AssignToStack { offset: u32, slot: StackSlot },
    /// Room on the stack; it blocks all `shadows`.
    AssignToStackWithShadow { offset: u32, size: i32, align: i32, shadows: RegTable },
    /// Takes the argument for a wider one.
    PromoteToType { ty: String, is_floating_point: bool },
    /// Takes an integer argument for the upper bits of a wider one.
    PromoteToUpperBitsInType { ty: String },
    /// Takes the argument for one of another type, in the way named.
    Convert { ty: String, loc_info: &'static str },
    /// Copies an aggregate to the stack.
    PassByVal { size: i32, align: i32 },
    /// Calls a function of the target.
    Custom(&'s str),
}

/// Registers to choose from.
pub(super) enum RegList {
    One(String),
    Table(RegTable),
}

/// Registers that stand in a table, which has a number.
pub(super) struct RegTable {
    pub(super) number: u32,
    pub(super) registers: Vec<String>,
}

/// Room on the stack. Where a number is 0, that of the argument's type holds.
pub(super) struct StackSlot {
    pub(super) size: i32,
    pub(super) align: i32,
}

impl<'s> CallingConvs<'s> {
    pub(super) fn collect(job: &mut Job<'s>) -> Result<CallingConvs<'s>, Failure> {
        let store = job.store;
        let guards = if store.release().has(Feature::CallingConvsHaveGuardPerPart) {
            Guards::OnePerPart
        } else {
            Guards::Alternatives
        };
        let mut all = CallingConvs {
            conventions: Vec::new(),
            arg_registers: BTreeMap::new(),
            swift_arg_registers: BTreeMap::new(),
            guards,
            passes_orig_type: store.release().has(Feature::CallingConvsTakeOrigType),
        };
        // Registers of tuples have no records, so actions name them by strings.
        let registers = match CcAssignToRegTupleRecord::all_if_defined(store)[..] {
            [] => None,
            _ => Some(job.analysis()?),
        };
        for convention in CallingConvRecord::all(store)? {
            // Conventions of hand-written functions are there only to be delegated to.
            if !convention.is_custom()? {
                all.add(convention, registers)?;
            }
        }
        Ok(all)
    }

    fn add(
        &mut self,
        convention: CallingConvRecord<'s>,
        registers: Option<&Registers>,
    ) -> Result<(), FieldError> {
        let mut reader = ActionReader { last_number: 0, assigned: BTreeSet::new(), registers };
        let (mut plain, mut swift) = (BTreeSet::new(), BTreeSet::new());
        let mut actions = Vec::new();
        for action in convention.actions()? {
            actions.push(reader.action(action)?);
            // Only the outermost predicate is tested for Swift, as in the reference.
            let set = if is_for_swift(action) { &mut swift } else { &mut plain };
            set.append(&mut reader.assigned);
        }
        let (name, is_entry) = (convention.name(), convention.is_entry()?);
        self.conventions.push(CallingConv { name, is_entry, actions });
        self.arg_registers.insert(name, plain);
        if !swift.is_empty() {
            self.swift_arg_registers.insert(name, swift);
        }
        Ok(())
    }
}

fn is_for_swift(action: CcActionRecord<'_>) -> bool {
    let name_of = |&class| action.store().class(class).name();
    action.superclasses().iter().map(name_of).any(|name| name.starts_with("CCIfSwift"))
}

/// Reads the actions of a convention.
struct ActionReader<'a> {
    /// The last number that a table or an offset has.
    last_number: u32,
    /// The registers assigned by the actions read.
    assigned: BTreeSet<String>,
    /// The target's registers, if some action has them by name.
    registers: Option<&'a Registers>,
}

impl ActionReader<'_> {
    fn next_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    /// Reads an action with the predicates around it.
    fn action<'s>(&mut self, action: CcActionRecord<'s>) -> Result<Action<'s>, FieldError> {
        let mut inner = action;
        let mut predicates = Vec::new();
        while let Some(predicate) = CcPredicateActionRecord::of(inner) {
            // A predicate may lie in itself: records can refer to each other in a circle.
            if predicates.len() == MAX_DEPTH {
                let message = format!("more than {MAX_DEPTH} predicates lie in each other");
                return Err(FieldError::new(Code::CallingConvention, inner, message));
            }
            predicates.push(conditions(predicate)?);
            inner = predicate.sub_action()?;
        }
        let action = self.plain_action(inner)?;
        Ok(predicates
            .into_iter()
            .rfold(action, |then, conditions| Action::If { conditions, then: Box::new(then) }))
    }

    /// Reads an action that is no predicate.
    fn plain_action<'s>(&mut self, action: CcActionRecord<'s>) -> Result<Action<'s>, FieldError> {
        let Some(&(_, kind)) = ACTION_KINDS.iter().find(|(class, _)| action.inherits(class)) else {
            return Err(FieldError::new(Code::CallingConvention, action, "Unknown CCAction!"));
        };
        Ok(match kind {
            ActionKind::DelegateTo => {
                Action::DelegateTo(CcDelegateToRecord::new(*action).cc()?.name())
            }
            ActionKind::AssignToReg => self.assign_to_reg(*action)?,
            ActionKind::AssignToRegTuple => {
                let registers = self.named_registers(CcAssignToRegTupleRecord::new(*action))?;
                self.assign_to(registers, None)
            }
            ActionKind::AssignToRegWithShadow => {
                self.assign_to_reg_with_shadow(CcAssignToRegWithShadowRecord::new(*action))?
            }
            ActionKind::AssignToStack => {
                Action::AssignToStack { offset: self.next_number(), slot: stack_slot(*action)? }
            }
            ActionKind::AssignToStackWithShadow => {
                let StackSlot { size, align } = stack_slot(*action)?;
                // Numbers are part of the output: the table of shadows takes one before the offset.
                let shadows = CcAssignToStackWithShadowRecord::new(*action).shadow_reg_list()?;
                let shadows = self.table(register_names(shadows)?);
                let offset = self.next_number();
                Action::AssignToStackWithShadow { offset, size, align, shadows }
            }
            ActionKind::PromoteToType => {
                let (ty, is_floating_point) = dest_type(*action)?;
                Action::PromoteToType { ty, is_floating_point }
            }
            ActionKind::PromoteToUpperBitsInType => match dest_type(*action)? {
                (ty, false) => Action::PromoteToUpperBitsInType { ty },
                (_, true) => {
                    let message = "CCPromoteToUpperBitsInType does not handle floating point";
                    return Err(FieldError::new(Code::CallingConvention, action, message));
                }
            },
            ActionKind::Convert(loc_info) => {
                Action::Convert { ty: dest_type(*action)?.0, loc_info }
            }
            ActionKind::PassByVal => {
                let StackSlot { size, align } = stack_slot(*action)?;
                Action::PassByVal { size, align }
            }
            ActionKind::Custom => Action::Custom(CcCustomRecord::new(*action).func_name()?),
        })
    }

    fn assign_to_reg<'s>(&mut self, action: Record<'s>) -> Result<Action<'s>, FieldError> {
        let registers = register_names(CcAssignToRegRecord::new(action).reg_list()?)?;
        let stack = match CcAssignToRegAndStackRecord::of(action) {
            Some(_) => Some(stack_slot(action)?),
            None => None,
        };
        Ok(self.assign_to(registers, stack))
    }

    fn assign_to<'s>(&mut self, registers: Vec<String>, stack: Option<StackSlot>) -> Action<'s> {
        self.assigned.extend(registers.iter().cloned());
        Action::AssignToReg { registers: self.list(registers), stack }
    }

    /// The qualified names of registers that an action has by name.
    fn named_registers(
        &self,
        action: CcAssignToRegTupleRecord<'_>,
    ) -> Result<Vec<String>, FieldError> {
        let mut qualified = Vec::new();
        for (index, name) in action.reg_list()?.into_iter().enumerate() {
            let found = self.registers.and_then(|all| Some((all, all.of_name(name)?)));
            let Some((all, register)) = found else {
                let message = format!("register not defined: \"{name}\"");
                let error = FieldError::new(Code::CallingConvention, action, message);
                return Err(error.label_field(action, "RegList").at_element(index));
            };
            let name = all.qualified_name(action.store(), register);
            qualified.push(Qualified(name).to_string());
        }
        Ok(qualified)
    }

    fn assign_to_reg_with_shadow<'s>(
        &mut self,
        action: CcAssignToRegWithShadowRecord<'s>,
    ) -> Result<Action<'s>, FieldError> {
        let choice = register_names(action.reg_list()?)?;
        let shadows = register_names(action.shadow_reg_list()?)?;
        let lengths_fit = shadows.len() == choice.len();
        // A single register is not blocked by way of a table, which may be empty.
        if !lengths_fit && (!shadows.is_empty() || choice.len() == 1) {
            let message = "Invalid length of list of shadowed registers";
            return Err(FieldError::new(Code::CallingConvention, action, message));
        }
        Ok(match choice.len() {
            1 => Action::AssignToRegWithShadow {
                registers: self.list(choice),
                shadows: self.list(shadows),
            },
            _ => Action::AssignToRegWithShadow {
                registers: RegList::Table(self.table(choice)),
                shadows: RegList::Table(self.table(shadows)),
            },
        })
    }

    fn list(&mut self, mut registers: Vec<String>) -> RegList {
        // Takes the only register out of the list without a copy.
        match registers.pop() {
            Some(only) if registers.is_empty() => RegList::One(only),
            last => {
                registers.extend(last);
                RegList::Table(self.table(registers))
            }
        }
    }

    fn table(&mut self, registers: Vec<String>) -> RegTable {
        RegTable { number: self.next_number(), registers }
    }
}

/// The kind of an action that is no predicate.
#[derive(Clone, Copy)]
enum ActionKind {
    DelegateTo,
    AssignToReg,
    AssignToRegTuple,
    AssignToRegWithShadow,
    AssignToStack,
    AssignToStackWithShadow,
    PromoteToType,
    PromoteToUpperBitsInType,
    Convert(&'static str),
    PassByVal,
    Custom,
}

/// The classes of actions. Where an action has several, the first holds.
const ACTION_KINDS: [(&str, ActionKind); 14] = [
    ("CCDelegateTo", ActionKind::DelegateTo),
    ("CCAssignToReg", ActionKind::AssignToReg),
    ("CCAssignToRegAndStack", ActionKind::AssignToReg),
    ("CCAssignToRegTuple", ActionKind::AssignToRegTuple),
    ("CCAssignToRegWithShadow", ActionKind::AssignToRegWithShadow),
    ("CCAssignToStack", ActionKind::AssignToStack),
    ("CCAssignToStackWithShadow", ActionKind::AssignToStackWithShadow),
    ("CCPromoteToType", ActionKind::PromoteToType),
    ("CCPromoteToUpperBitsInType", ActionKind::PromoteToUpperBitsInType),
    ("CCBitConvertToType", ActionKind::Convert("BCvt")),
    ("CCTruncToType", ActionKind::Convert("Trunc")),
    ("CCPassIndirect", ActionKind::Convert("Indirect")),
    ("CCPassByVal", ActionKind::PassByVal),
    ("CCCustom", ActionKind::Custom),
];

fn conditions(action: CcPredicateActionRecord<'_>) -> Result<Vec<String>, FieldError> {
    if let Some(if_type) = CcIfTypeRecord::of(action) {
        let is_type = |ty| format!("LocVT == {}", enumerator(ty));
        return Ok(if_type.vts()?.into_iter().map(is_type).collect());
    }
    match CcIfRecord::of(action) {
        Some(condition) => Ok(vec![condition.predicate()?.to_owned()]),
        None => Err(FieldError::new(Code::CallingConvention, action, "Unknown CCPredicateAction!")),
    }
}

fn enumerator(ty: ValueTypeRecord<'_>) -> String {
    format!("MVT::{}", ty.enumerator_name())
}

/// The type that an argument is turned into, and whether it holds floating-point numbers.
fn dest_type(action: Record<'_>) -> Result<(String, bool), FieldError> {
    let ty = CcPromoteToTypeRecord::new(action).dest_ty()?;
    Ok((enumerator(ty), ty.is_fp()?.unwrap_or(false)))
}

/// The `Size` and `Align` of an action, as numbers of C's type `int`.
fn stack_slot(action: Record<'_>) -> Result<StackSlot, FieldError> {
    let action = CcAssignToStackRecord::new(action);
    Ok(StackSlot { size: action.size()? as i32, align: action.align()? as i32 })
}

fn register_names(registers: Vec<RegisterRecord<'_>>) -> Result<Vec<String>, FieldError> {
    let name = |register| Ok(Qualified(QualifiedName::of_optional(register)?).to_string());
    registers.into_iter().map(name).collect()
}
