//! Calling conventions: reads `CallingConv` records and returns their actions, numbered and checked.

use std::collections::{BTreeMap, BTreeSet};

use tablewright_backend::{Failure, Job};
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::calling_conv::{
    CallingConvRecord, CcActionRecord, CcAssignToRegAndStackRecord, CcAssignToRegRecord,
    CcAssignToRegTupleRecord, CcAssignToRegWithShadowRecord, CcAssignToStackRecord,
    CcAssignToStackWithShadowRecord, CcCustomRecord, CcDelegateToRecord, CcIfRecord,
    CcIfTypeRecord, CcPredicateActionRecord, CcPromoteToTypeRecord,
};
use tablewright_target::record_views::register::RegisterRecord;
use tablewright_target::record_views::value_type::ValueTypeRecord;
use tablewright_target::registers::Registers;

use crate::support::qualified_name::Qualified;

/// Maximum nesting depth for predicates.
const MAX_DEPTH: usize = 1000;

/// A target's calling conventions.
pub(super) struct CallingConvs<'s> {
    /// Conventions that are not hand-written, in natural order by name.
    pub(super) conventions: Vec<CallingConv<'s>>,
    /// Registers that each convention assigns directly, not through other conventions or shadows.
    pub(super) arg_registers: RegistersByConv<'s>,
    /// Registers for Swift's special arguments, by convention that has some.
    pub(super) swift_arg_registers: RegistersByConv<'s>,
    /// Macros that select a part of the file.
    pub(super) guards: CallingConvGuards,
    /// Whether functions have a parameter for the argument's LLVM IR type, and registers have the type `MCRegister`.
    pub(super) passes_orig_type: bool,
}

/// Macros that select a part of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CallingConvGuards {
    /// `GET_CC_REGISTER_LISTS` selects the register arrays. Without it, the functions are selected.
    Alternatives,
    /// Each of the two parts has its own macro.
    OnePerPart,
}

/// Registers by convention name, both in byte order.
pub(super) type RegistersByConv<'s> = BTreeMap<&'s str, BTreeSet<String>>;

/// A calling convention.
pub(super) struct CallingConv<'s> {
    pub(super) name: &'s str,
    /// Whether functions in other files may call the convention's function.
    pub(super) is_entry: bool,
    pub(super) actions: Vec<CallingConvAction<'s>>,
}

/// An action on an argument. Registers are qualified names, types are enumerators.
pub(super) enum CallingConvAction<'s> {
    /// An action that applies if any condition holds.
    If { conditions: Vec<String>, then: Box<CallingConvAction<'s>> },
    /// Delegates the argument to another convention.
    DelegateTo(&'s str),
    /// Assigns the first free register, and also a stack slot if `stack` is set.
    AssignToReg { registers: RegList, stack: Option<StackSlot> },
    /// Assigns the first free register and blocks the register at the same index in `shadows`.
    AssignToRegWithShadow { registers: RegList, shadows: RegList },
    /// Assigns a stack slot.
    AssignToStack { offset: u32, slot: StackSlot },
    /// Assigns a stack slot and blocks all `shadows`.
    AssignToStackWithShadow { offset: u32, size: i32, align: i32, shadows: RegTable },
    /// Promotes the argument to a wider type.
    PromoteToType { ty: String, is_floating_point: bool },
    /// Promotes an integer argument to the upper bits in a wider type.
    PromoteToUpperBitsInType { ty: String },
    /// Converts the argument to another type, with the named kind of conversion.
    Convert { ty: String, loc_info: &'static str },
    /// Copies an aggregate to the stack.
    PassByVal { size: i32, align: i32 },
    /// Calls a target function.
    Custom(&'s str),
}

/// Registers to choose from.
pub(super) enum RegList {
    One(String),
    Table(RegTable),
}

/// Registers in a numbered table.
pub(super) struct RegTable {
    pub(super) number: u32,
    pub(super) registers: Vec<String>,
}

/// A stack slot. A number 0 is replaced by the value for the argument's type.
pub(super) struct StackSlot {
    pub(super) size: i32,
    pub(super) align: i32,
}

impl<'s> CallingConvs<'s> {
    pub(super) fn collect(job: &mut Job<'s>) -> Result<CallingConvs<'s>, Failure> {
        let store = job.store;
        let guards = if store.release().has(Feature::CallingConvsHaveGuardPerPart) {
            CallingConvGuards::OnePerPart
        } else {
            CallingConvGuards::Alternatives
        };
        let mut all = CallingConvs {
            conventions: Vec::new(),
            arg_registers: BTreeMap::new(),
            swift_arg_registers: BTreeMap::new(),
            guards,
            passes_orig_type: store.release().has(Feature::CallingConvsTakeOrigType),
        };
        // Register tuples lack records, so actions name their registers by strings.
        let registers = match CcAssignToRegTupleRecord::all_if_defined(store)[..] {
            [] => None,
            _ => Some(job.analysis()?),
        };
        for convention in CallingConvRecord::all(store)? {
            // Conventions with a hand-written function are only delegation targets.
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
            // As in the reference, only the outermost predicate is tested for Swift.
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

/// Reads the actions in a convention.
struct ActionReader<'a> {
    /// Last number used for a table or an offset.
    last_number: u32,
    /// Registers assigned by the actions read so far.
    assigned: BTreeSet<String>,
    /// The target's registers, if some action names registers by strings.
    registers: Option<&'a Registers>,
}

impl ActionReader<'_> {
    fn next_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    /// Reads an action and the predicates around it.
    fn action<'s>(
        &mut self,
        action: CcActionRecord<'s>,
    ) -> Result<CallingConvAction<'s>, FieldError> {
        let mut inner = action;
        let mut predicates = Vec::new();
        while let Some(predicate) = CcPredicateActionRecord::from_record(inner) {
            // A predicate may contain itself, because records can refer to each other in a cycle.
            if predicates.len() == MAX_DEPTH {
                let message = format!("more than {MAX_DEPTH} predicates lie in each other");
                return Err(FieldError::new(Code::CallingConvention, inner, message));
            }
            predicates.push(conditions(predicate)?);
            inner = predicate.sub_action()?;
        }
        let action = self.plain_action(inner)?;
        Ok(predicates.into_iter().rfold(action, |then, conditions| CallingConvAction::If {
            conditions,
            then: Box::new(then),
        }))
    }

    /// Reads an action without predicates.
    fn plain_action<'s>(
        &mut self,
        action: CcActionRecord<'s>,
    ) -> Result<CallingConvAction<'s>, FieldError> {
        let Some(&(_, kind)) = ACTION_KINDS.iter().find(|(class, _)| action.inherits(class)) else {
            return Err(FieldError::new(Code::CallingConvention, action, "Unknown CCAction!"));
        };
        Ok(match kind {
            ActionKind::DelegateTo => {
                CallingConvAction::DelegateTo(CcDelegateToRecord::new(*action).cc()?.name())
            }
            ActionKind::AssignToReg => self.assign_to_reg(*action)?,
            ActionKind::AssignToRegTuple => {
                let registers = self.named_registers(CcAssignToRegTupleRecord::new(*action))?;
                self.assign_to(registers, None)
            }
            ActionKind::AssignToRegWithShadow => {
                self.assign_to_reg_with_shadow(CcAssignToRegWithShadowRecord::new(*action))?
            }
            ActionKind::AssignToStack => CallingConvAction::AssignToStack {
                offset: self.next_number(),
                slot: stack_slot(*action)?,
            },
            ActionKind::AssignToStackWithShadow => {
                let StackSlot { size, align } = stack_slot(*action)?;
                // Numbers are part of the output: the table for the shadows is numbered before the offset.
                let shadows = CcAssignToStackWithShadowRecord::new(*action).shadow_reg_list()?;
                let shadows = self.table(register_names(shadows)?);
                let offset = self.next_number();
                CallingConvAction::AssignToStackWithShadow { offset, size, align, shadows }
            }
            ActionKind::PromoteToType => {
                let (ty, is_floating_point) = dest_type(*action)?;
                CallingConvAction::PromoteToType { ty, is_floating_point }
            }
            ActionKind::PromoteToUpperBitsInType => match dest_type(*action)? {
                (ty, false) => CallingConvAction::PromoteToUpperBitsInType { ty },
                (_, true) => {
                    let message = "CCPromoteToUpperBitsInType does not handle floating point";
                    return Err(FieldError::new(Code::CallingConvention, action, message));
                }
            },
            ActionKind::Convert(loc_info) => {
                CallingConvAction::Convert { ty: dest_type(*action)?.0, loc_info }
            }
            ActionKind::PassByVal => {
                let StackSlot { size, align } = stack_slot(*action)?;
                CallingConvAction::PassByVal { size, align }
            }
            ActionKind::Custom => {
                CallingConvAction::Custom(CcCustomRecord::new(*action).func_name()?)
            }
        })
    }

    fn assign_to_reg<'s>(
        &mut self,
        action: Record<'s>,
    ) -> Result<CallingConvAction<'s>, FieldError> {
        let registers = register_names(CcAssignToRegRecord::new(action).reg_list()?)?;
        let stack = match CcAssignToRegAndStackRecord::from_record(action) {
            Some(_) => Some(stack_slot(action)?),
            None => None,
        };
        Ok(self.assign_to(registers, stack))
    }

    fn assign_to<'s>(
        &mut self,
        registers: Vec<String>,
        stack: Option<StackSlot>,
    ) -> CallingConvAction<'s> {
        self.assigned.extend(registers.iter().cloned());
        CallingConvAction::AssignToReg { registers: self.list(registers), stack }
    }

    /// Returns qualified names for the registers that an action names by strings.
    fn named_registers(
        &self,
        action: CcAssignToRegTupleRecord<'_>,
    ) -> Result<Vec<String>, FieldError> {
        let mut qualified = Vec::new();
        for (index, name) in action.reg_list()?.into_iter().enumerate() {
            let entry = self.registers.and_then(|all| Some((all, all.for_name(name)?)));
            let Some((all, register)) = entry else {
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
    ) -> Result<CallingConvAction<'s>, FieldError> {
        let choice = register_names(action.reg_list()?)?;
        let shadows = register_names(action.shadow_reg_list()?)?;
        let lengths_fit = shadows.len() == choice.len();
        // A single register is blocked directly, without a table, so that the table may be empty.
        if !lengths_fit && (!shadows.is_empty() || choice.len() == 1) {
            let message = "Invalid length of list of shadowed registers";
            return Err(FieldError::new(Code::CallingConvention, action, message));
        }
        Ok(match choice.len() {
            1 => CallingConvAction::AssignToRegWithShadow {
                registers: self.list(choice),
                shadows: self.list(shadows),
            },
            _ => CallingConvAction::AssignToRegWithShadow {
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

/// An action that is not a predicate.
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

/// Action classes. If an action has several, the first in this list is used.
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
    if let Some(if_type) = CcIfTypeRecord::from_record(action) {
        let is_type = |ty| format!("LocVT == {}", enumerator(ty));
        return Ok(if_type.vts()?.into_iter().map(is_type).collect());
    }
    match CcIfRecord::from_record(action) {
        Some(condition) => Ok(vec![condition.predicate()?.to_owned()]),
        None => Err(FieldError::new(Code::CallingConvention, action, "Unknown CCPredicateAction!")),
    }
}

fn enumerator(ty: ValueTypeRecord<'_>) -> String {
    format!("MVT::{}", ty.enumerator_name())
}

/// Returns the action's result type, and whether it is a floating-point type.
fn dest_type(action: Record<'_>) -> Result<(String, bool), FieldError> {
    let ty = CcPromoteToTypeRecord::new(action).dest_ty()?;
    Ok((enumerator(ty), ty.is_fp()?.unwrap_or(false)))
}

/// Reads `Size` and `Align` as C `int` numbers.
fn stack_slot(action: Record<'_>) -> Result<StackSlot, FieldError> {
    let action = CcAssignToStackRecord::new(action);
    Ok(StackSlot { size: action.size()? as i32, align: action.align()? as i32 })
}

fn register_names(registers: Vec<RegisterRecord<'_>>) -> Result<Vec<String>, FieldError> {
    let name = |register| Ok(Qualified(QualifiedName::from_optional_record(register)?).to_string());
    registers.into_iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_backend::Options;
    use tablewright_test_support::{Description, output_of};

    use crate::callingconv::BACKEND;

    const CLASSES: &str = include_str!("../../../../tests/data/callingconv/classes.td");

    /// Returns the output for a convention with these actions.
    fn output(actions: &str) -> String {
        let text = format!(
            "{CLASSES}
let Namespace = \"Toy\" in foreach i = 0...3 in def R#i : Register;
def Rest : CallingConv<[CCCustom<\"rest\">]>;
def CC : CallingConv<[{actions}]>;"
        );
        output_of(&BACKEND, &Options::default(), &Description::new(text).store())
    }

    /// Checks the statements for the actions.
    fn check(actions: &str, expected: Expect) {
        let output = output(actions);
        let (_, definition) = output.rsplit_once("static bool CC(").expect("there is a function");
        let (_, body) = definition.split_once(" {\n").expect("it has a body");
        let statements = body.lines().take_while(|line| !line.starts_with("  return true;"));
        let statements = statements.filter_map(|line| line.strip_prefix("  "));
        expected.assert_eq(&statements.map(|line| format!("{line}\n")).collect::<String>());
    }

    #[test]
    fn a_single_register_is_taken_without_a_list() {
        check(
            "CCAssignToReg<[R0]>",
            expect![[r#"
            if (unsigned Reg = State.AllocateReg(Toy::R0)) {
              State.addLoc(CCValAssign::getReg(ValNo, ValVT, Reg, LocVT, LocInfo));
              return false;
            }
        "#]],
        );
        check(
            "CCAssignToReg<[R0, R1]>",
            expect![[r#"
            static const MCPhysReg RegList1[] = {
              Toy::R0, Toy::R1
            };
            if (unsigned Reg = State.AllocateReg(RegList1)) {
              State.addLoc(CCValAssign::getReg(ValNo, ValVT, Reg, LocVT, LocInfo));
              return false;
            }
        "#]],
        );
    }

    #[test]
    fn a_shadow_is_taken_with_its_register() {
        check(
            "CCAssignToRegWithShadow<[R0, R1], [R2, R3]>",
            expect![[r#"
            static const MCPhysReg RegList1[] = {
              Toy::R0, Toy::R1
            };
            static const MCPhysReg RegList2[] = {
              Toy::R2, Toy::R3
            };
            if (unsigned Reg = State.AllocateReg(RegList1, RegList2)) {
              State.addLoc(CCValAssign::getReg(ValNo, ValVT, Reg, LocVT, LocInfo));
              return false;
            }
        "#]],
        );
    }

    #[test]
    fn predicates_nest() {
        check(
            "CCIfType<[i8, i16], CCIf<\"ArgFlags.isByVal()\", CCPassByVal<4, 8>>>",
            expect![[r#"
            if (LocVT == MVT::i8 ||
                LocVT == MVT::i16) {
              if (ArgFlags.isByVal()) {
                State.HandleByVal(ValNo, ValVT, LocVT, LocInfo, 4, Align(8), ArgFlags);
                return false;
              }
            }
        "#]],
        );
    }

    #[test]
    fn an_integer_is_extended_and_a_float_is_extended_as_float() {
        check(
            "CCPromoteToType<i32>",
            expect![[r#"
            LocVT = MVT::i32;
            if (ArgFlags.isSExt())
              LocInfo = CCValAssign::SExt;
            else if (ArgFlags.isZExt())
              LocInfo = CCValAssign::ZExt;
            else
              LocInfo = CCValAssign::AExt;
        "#]],
        );
        check(
            "CCIfType<[f32], CCPromoteToType<f64>>",
            expect![[r#"
            if (LocVT == MVT::f32) {
              LocVT = MVT::f64;
              LocInfo = CCValAssign::FPExt;
            }
        "#]],
        );
        check(
            "CCPromoteToUpperBitsInType<i64>",
            expect![[r#"
            LocVT = MVT::i64;
            if (ArgFlags.isSExt())
              LocInfo = CCValAssign::SExtUpper;
            else if (ArgFlags.isZExt())
              LocInfo = CCValAssign::ZExtUpper;
            else
              LocInfo = CCValAssign::AExtUpper;
        "#]],
        );
    }

    #[test]
    fn a_stack_slot_has_the_size_of_the_type_if_none_is_set() {
        check(
            "CCAssignToStack<8, 4>",
            expect![[r#"
            int64_t Offset1 = State.AllocateStack(8, Align(4));
            State.addLoc(CCValAssign::getMem(ValNo, ValVT, Offset1, LocVT, LocInfo));
            return false;
        "#]],
        );
        check(
            "CCAssignToStack<0, 0>",
            expect![[r#"
            int64_t Offset1 = State.AllocateStack(
              State.getMachineFunction().getDataLayout().getTypeAllocSize(EVT(LocVT).getTypeForEVT(State.getContext())), 
              State.getMachineFunction().getDataLayout().getABITypeAlign(EVT(LocVT).getTypeForEVT(State.getContext())));
            State.addLoc(CCValAssign::getMem(ValNo, ValVT, Offset1, LocVT, LocInfo));
            return false;
        "#]],
        );
        check(
            "CCAssignToStackWithShadow<8, 8, [R0, R1]>",
            expect![[r#"
            static const MCPhysReg ShadowRegList1[] = {
              Toy::R0, Toy::R1
            };
            int64_t Offset2 = State.AllocateStack(8, Align(8), ShadowRegList1);
            State.addLoc(CCValAssign::getMem(ValNo, ValVT, Offset2, LocVT, LocInfo));
            return false;
        "#]],
        );
    }

    #[test]
    fn another_convention_continues() {
        check(
            "CCDelegateTo<Rest>",
            expect![[r#"
            if (!Rest(ValNo, ValVT, LocVT, LocInfo, ArgFlags, State))
              return false;
        "#]],
        );
        check(
            "CCCustom<\"own\">",
            expect![[r#"
            if (own(ValNo, ValVT, LocVT, LocInfo, ArgFlags, State))
              return false;
        "#]],
        );
    }

    #[test]
    fn faults_of_actions_are_reported() {
        let actions = [
            "CCAction<>",
            "CCPredicateAction<CCCustom<\"f\">>",
            "CCAssignToRegWithShadow<[R0, R1], [R2]>",
            "CCPromoteToUpperBitsInType<f64>",
        ];
        expect![[r#"
            error: Unknown CCAction!
            error: Unknown CCPredicateAction!
            error: Invalid length of list of shadowed registers
            error: CCPromoteToUpperBitsInType does not handle floating point
        "#]]
        .assert_eq(&actions.map(output).concat());
    }
}
