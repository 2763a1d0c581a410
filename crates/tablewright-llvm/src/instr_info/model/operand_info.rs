//! The `MCOperandInfo` of operands: register class, flags, type and constraint.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordId, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::instructions::operands::{OperandClass, OperandConstraint, Operands};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::record_views::register::PointerLikeRegClassRecord;
use tablewright_target::registers::RegisterClassLike;

use super::{InstrInfoLayout, InstrNames};

define_index! {
    /// The properties of an operand besides its constraint.
    pub(crate) struct OperandInfoId;
}

/// Operand info for all instructions, in a single array.
pub(crate) struct OperandInfos<'s> {
    layout: InstrInfoLayout,
    /// Namespace for enumerators of mode-dependent register classes.
    namespace: &'s str,
    pub(crate) infos: IndexVec<OperandInfoId, OperandInfo<'s>>,
    /// The operands of instructions, each list once, with its offset in the array.
    pub(crate) lists: Vec<(usize, OperandInfoList)>,
    /// The number of operands in the array.
    pub(crate) len: usize,
    by_info: FxHashMap<OperandInfo<'s>, OperandInfoId>,
    by_list: FxHashMap<OperandInfoList, usize>,
    /// Operand info by operand record and part number.
    by_record: FxHashMap<(RecordId, usize), OperandInfoId>,
    /// The errors of instructions with operands that cannot be described, instruction by instruction.
    errors: Vec<Vec<Diagnostic>>,
}

/// An instruction's machine operands.
pub(crate) type OperandInfoList = Vec<(OperandInfoId, OperandConstraint)>;

/// The properties of an operand besides its constraint.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct OperandInfo<'s> {
    pub(crate) register_class: RegisterClassOf<'s>,
    /// `MCOI` flags.
    pub(crate) flags: Vec<&'static str>,
    /// Type enumerator.
    pub(crate) operand_type: QualifiedName<'s>,
}

/// An operand's register class.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RegisterClassOf<'s> {
    /// Not a register.
    None,
    /// A class with a fixed name.
    Class(QualifiedName<'s>),
    /// A class that depends on the hardware mode, by its enumerator.
    ByHwMode(QualifiedName<'s>),
    /// The class that the target chooses for pointers of that kind.
    PointerKind(u64),
}

/// Flagged operand classes, with their `MCOI` flags.
const FLAGS: [(&str, &str); 3] = [
    ("PredicateOp", "Predicate"),
    ("OptionalDefOperand", "OptionalDef"),
    // Targets that want the flag define a class with this name.
    ("BranchTargetOperand", "BranchTarget"),
];

impl<'s> OperandInfos<'s> {
    pub(super) fn new(names: &InstrNames<'s>) -> OperandInfos<'s> {
        OperandInfos {
            layout: names.layout,
            namespace: names.namespace,
            infos: IndexVec::new(),
            lists: Vec::new(),
            len: 0,
            by_info: FxHashMap::default(),
            by_list: FxHashMap::default(),
            by_record: FxHashMap::default(),
            errors: Vec::new(),
        }
    }

    /// Iterates over the errors of all instructions that were added. The reference reads the operands once to collect
    /// them, and once more, from the last instruction to the first, to write the descriptors: each error
    /// is reported both times.
    pub(super) fn take_errors(&mut self) -> impl Iterator<Item = Diagnostic> + use<> {
        let errors = std::mem::take(&mut self.errors);
        let again: Vec<Diagnostic> = errors.iter().rev().flatten().cloned().collect();
        errors.into_iter().flatten().chain(again)
    }

    /// Returns the offset of an instruction's operand info. Adds the list unless an equal list exists.
    pub(super) fn add(
        &mut self,
        instruction: Record<'s>,
        operands: Operands<'s>,
    ) -> Result<usize, FieldError> {
        let mut list = Vec::with_capacity(operands.mi_operands().len());
        let mut errors = Vec::new();
        for operand in operands.list() {
            let class = operands.class(operand);
            for (part, mi_operand) in operands.parts(operand).iter().enumerate() {
                let info = self.info(instruction, class, part)?;
                if let RegisterClassOf::PointerKind(_) = self.infos[info].register_class {
                    errors.extend(self.pointer_error(instruction, class, part)?);
                }
                list.push((info, mi_operand.constraint));
            }
        }
        if !errors.is_empty() {
            self.errors.push(errors);
        }
        if let Some(&offset) = self.by_list.get(&list) {
            return Ok(offset);
        }
        let offset = self.len;
        self.len += list.len();
        self.lists.push((offset, list.clone()));
        self.by_list.insert(list, offset);
        Ok(offset)
    }

    fn info(
        &mut self,
        instruction: Record<'s>,
        class: &'s OperandClass,
        part: usize,
    ) -> Result<OperandInfoId, FieldError> {
        if let Some(&info) = self.by_record.get(&(class.record, part)) {
            return Ok(info);
        }
        let info = self.read(instruction, class, part)?;
        // Different records may have equal properties.
        let id = match self.by_info.get(&info) {
            Some(&id) => id,
            None => {
                let id = self.infos.push(info.clone());
                self.by_info.insert(info, id);
                id
            }
        };
        self.by_record.insert((class.record, part), id);
        Ok(id)
    }

    /// Reads the properties of a part, for operands in a class.
    fn read(
        &self,
        instruction: Record<'s>,
        class: &'s OperandClass,
        part: usize,
    ) -> Result<OperandInfo<'s>, FieldError> {
        let store = instruction.store();
        let whole = store.record(class.record);
        let record = part_record(instruction, class, part)?;
        let mut flags = Vec::new();
        let register_class = match RegisterClassLike::from_operand(record)? {
            Some(RegisterClassLike::Class(class)) => {
                RegisterClassOf::Class(QualifiedName::from_record(store.record(class))?)
            }
            Some(RegisterClassLike::ByHwMode(class)) => {
                flags.push("LookupRegClassByHwMode");
                let name = store.record(class).name();
                RegisterClassOf::ByHwMode(QualifiedName { namespace: self.namespace, name })
            }
            None => match PointerLikeRegClassRecord::from_record(record) {
                None => RegisterClassOf::None,
                Some(pointer) => {
                    flags.push("LookupPtrRegClass");
                    // The number is written as one without a sign.
                    RegisterClassOf::PointerKind(pointer.reg_class_kind()? as u64)
                }
            },
        };
        // These flags describe a whole operand, so all its parts have them.
        flags
            .extend(FLAGS.iter().filter(|(class, _)| whole.inherits(class)).map(|(_, flag)| *flag));
        Ok(OperandInfo { register_class, flags, operand_type: class.operand_type() })
    }

    /// The pointer class is looked up by its kind only in releases where operands come first; later releases require
    /// the target to redefine the instruction.
    fn pointer_error(
        &self,
        instruction: Record<'s>,
        class: &'s OperandClass,
        part: usize,
    ) -> Result<Option<Diagnostic>, FieldError> {
        match self.layout {
            InstrInfoLayout::OperandsFirst => return Ok(None),
            InstrInfoLayout::ImplicitOpsFirst => {}
        }
        let is_pseudo = InstructionRecord::new(instruction).is_pseudo()?;
        let message = if is_pseudo {
            "missing target override for pseudoinstruction using PointerLikeRegClass"
        } else {
            "non-pseudoinstruction user of PointerLikeRegClass"
        };
        let mut error =
            Diagnostic::from(FieldError::new(Code::PointerOperands, instruction, message));
        if is_pseudo {
            let class = part_record(instruction, class, part)?;
            let advice = "target should define equivalent instruction with RegisterClassLike \
                          replacement; (use RemapAllTargetPseudoPointerOperands?)";
            error.note(Some(class.pos()), advice);
        }
        Ok(Some(error))
    }
}

/// Returns the record for a part, for operands in a class.
pub(super) fn part_record<'s>(
    instruction: Record<'s>,
    class: &OperandClass,
    part: usize,
) -> Result<Record<'s>, FieldError> {
    let store = instruction.store();
    let Some(part) = class.parts.get(part) else { return Ok(store.record(class.record)) };
    let Some(record) = part.record else {
        let (class, name) = (store.record(class.record).name(), instruction.name());
        let message = format!(
            "MIOperandInfo of operand class '{class}' in '{name}' instruction has an argument \
             that is not a record"
        );
        return Err(FieldError::new(Code::OperandLists, instruction, message));
    };
    Ok(store.record(record))
}
