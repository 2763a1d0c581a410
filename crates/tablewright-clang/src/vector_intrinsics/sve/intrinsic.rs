//! Intrinsics, one for each record of class `Inst` and each of its element types.

use std::ops::Range;

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{
    Analysis, AnalysisError, Feature, FieldError, Record, RecordId, RecordStore, RecordView,
    ValueId,
};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::symbol::Symbol;

use super::flags::{NamedValue, SveFlags};
use super::name_template::{BracketedName, NameTemplate};
use super::signature::{SignatureReader, Signatures, SveSignatureId, SveTypeId};
use super::sve_type::{LetterRules, SveType};
use crate::record_views::arm_sve::SveInstRecord;
use crate::support::rows::{OutputRow, OutputRows};
use crate::support::texts::UnescapedTexts;
use crate::vector_intrinsics::field_error;
use crate::vector_intrinsics::immediate_check::{DescribedCheck, ImmediateCheck};
use tablewright_text::append;

define_index! {
    /// A record of class `Inst`.
    pub(crate) struct SveInstId;
    pub(crate) struct SveIntrinsicId;
    /// A name that several intrinsics may share.
    pub(crate) struct SveNameId;
    pub(crate) struct GuardsId;
}

/// The intrinsics in a description, in natural record order.
///
/// There are thousands of similar intrinsics. `Inst` contains the common data for a record,
/// `Signature` the common data for equal types.
pub(crate) struct SveIntrinsics {
    pub(super) insts: IndexVec<SveInstId, SveInst>,
    pub(crate) all: IndexVec<SveIntrinsicId, SveIntrinsic>,
    /// Names with types, for functions and builtins.
    pub(crate) full_names: UnescapedTexts<SveIntrinsicId>,
    /// Names without types, and names of LLVM intrinsics.
    pub(crate) names: UnescapedTexts<SveNameId>,
    pub(crate) signatures: Signatures,
    /// Distinct guards.
    pub(crate) guards: IndexVec<GuardsId, SveGuards>,
    checks: OutputRows<DescribedCheck>,
}

/// Common data for all intrinsics of a record.
pub(crate) struct SveInst {
    pub(crate) record: RecordId,
    /// The name in the description.
    pub(super) name: Symbol,
    pub(super) prototype: Symbol,
    pub(crate) guards: GuardsId,
    flags: u64,
    checks: OutputRow<DescribedCheck>,
    intrinsics: Range<u32>,
}

pub(crate) struct SveIntrinsic {
    pub(crate) inst: SveInstId,
    pub(crate) signature: SveSignatureId,
    /// The name without the types in brackets. Functions are overloaded on it.
    pub(crate) short_name: Option<SveNameId>,
    /// The LLVM intrinsic; empty if there is none.
    pub(crate) llvm_name: SveNameId,
}

/// Required features.
pub(crate) struct SveGuards {
    /// Outside streaming mode.
    pub(crate) sve: Box<str>,
    /// In streaming mode.
    pub(crate) sme: Box<str>,
}

impl Analysis for SveIntrinsics {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<SveIntrinsics, AnalysisError> {
        Ok(SveIntrinsics::read(store)?)
    }
}

impl SveIntrinsics {
    pub(crate) fn read(store: &RecordStore) -> Result<SveIntrinsics, FieldError> {
        let named_flags = SveFlags::collect(store)?;
        let mut reader = SveIntrinsicReader::new(&named_flags, store);
        for record in SveInstRecord::all(store)? {
            reader.add_record(record)?;
        }
        Ok(reader.intrinsics)
    }

    /// Iterates over a record's intrinsics.
    pub(super) fn for_inst(&self, inst: SveInstId) -> impl Iterator<Item = SveIntrinsicId> + use<> {
        let Range { start, end } = self.insts[inst].intrinsics;
        (start as usize..end as usize).map(SveIntrinsicId::from_index)
    }

    pub(crate) fn inst(&self, intrinsic: SveIntrinsicId) -> &SveInst {
        &self.insts[self.all[intrinsic].inst]
    }

    /// Returns an intrinsic's record.
    pub(crate) fn record<'s>(
        &self,
        intrinsic: SveIntrinsicId,
        store: &'s RecordStore,
    ) -> Record<'s> {
        store.record(self.inst(intrinsic).record)
    }

    /// Returns the first record with a signature.
    pub(super) fn first_record<'s>(
        &self,
        signature: SveSignatureId,
        store: &'s RecordStore,
    ) -> Record<'s> {
        let first = self.all.iter().find(|intrinsic| intrinsic.signature == signature);
        let intrinsic = first.expect("signatures are read for intrinsics");
        store.record(self.insts[intrinsic.inst].record)
    }

    /// Returns the result type, followed by the parameter types.
    pub(crate) fn types(&self, intrinsic: SveIntrinsicId) -> &[SveTypeId] {
        self.signatures.types(self.all[intrinsic].signature)
    }

    pub(crate) fn flags(&self, intrinsic: SveIntrinsicId) -> u64 {
        let SveIntrinsic { inst, signature, .. } = self.all[intrinsic];
        self.insts[inst].flags | self.signatures.get(signature).flags
    }

    /// Iterates over the immediate operand checks.
    pub(super) fn immediate_checks(
        &self,
        intrinsic: SveIntrinsicId,
    ) -> impl Iterator<Item = ImmediateCheck> {
        let types = self.types(intrinsic);
        let described = self.checks[self.inst(intrinsic).checks].iter().map(|check| {
            let &DescribedCheck { operand, kind, of_type } = check;
            let element_bits = of_type.map_or(0, |at| self.signatures.ty(types[at]).element().bits);
            ImmediateCheck { operand, kind, element_bits, vector_bits: None }
        });
        described.chain(self.signatures.checks(self.all[intrinsic].signature).iter().copied())
    }

    /// Returns the first check's kind for an operand in the record.
    pub(super) fn described_check(&self, intrinsic: SveIntrinsicId, operand: i64) -> Option<i64> {
        let checks = &self.checks[self.inst(intrinsic).checks];
        checks.iter().find(|check| check.operand == operand).map(|check| check.kind)
    }

    /// Whether an argument must be a constant, because of its type or because it is checked.
    pub(crate) fn is_constant(&self, intrinsic: SveIntrinsicId, operand: usize) -> bool {
        let ty = self.types(intrinsic).get(operand + 1).map(|&ty| self.signatures.ty(ty));
        ty.is_some_and(SveType::is_immediate)
            || self.immediate_checks(intrinsic).any(|check| check.operand == operand as i64)
    }
}

impl SveGuards {
    fn read(sve: &str, sme: &str, adds_extension: bool) -> SveGuards {
        if adds_extension {
            SveGuards { sve: with_extension("sve", sve), sme: with_extension("sme", sme) }
        } else {
            SveGuards { sve: sve.into(), sme: sme.into() }
        }
    }
}

/// Adds the extension that all intrinsics in a mode require to a guard.
fn with_extension(extension: &str, guard: &str) -> Box<str> {
    if guard.is_empty() || guard == extension {
        guard.into()
    } else if has_alternatives(guard) {
        format!("{extension},({guard})").into()
    } else {
        format!("{extension},{guard}").into()
    }
}

/// Whether the guard contains a `|` outside parentheses.
fn has_alternatives(guard: &str) -> bool {
    let mut depth = 0_i32;
    for byte in guard.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b'|' if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

/// Reads intrinsics record by record.
struct SveIntrinsicReader<'f> {
    intrinsics: SveIntrinsics,
    signatures: SignatureReader<'f>,
    guards: FxHashMap<(Symbol, Symbol), GuardsId>,
    /// Whether guards omit the extension that all intrinsics in a mode require.
    adds_extension: bool,
    /// The flags for each flag list. Many records share a list.
    listed_flags: FxHashMap<ValueId, u64>,
    memory_element_mask: NamedValue,
    merge_mask: NamedValue,
    fpmr_flag: NamedValue,
}

/// The prototype letter for `fpm_t`.
const FPM_LETTER: char = '>';

impl<'f> SveIntrinsicReader<'f> {
    fn new(named_flags: &'f SveFlags<'f>, store: &RecordStore) -> SveIntrinsicReader<'f> {
        let adds_extension = store.release().has(Feature::SveGuardsImplySve);
        SveIntrinsicReader {
            intrinsics: SveIntrinsics {
                insts: IndexVec::new(),
                all: IndexVec::new(),
                full_names: UnescapedTexts::new(),
                names: UnescapedTexts::new(),
                signatures: Signatures::default(),
                guards: IndexVec::new(),
                checks: OutputRows::default(),
            },
            signatures: SignatureReader::new(named_flags),
            guards: FxHashMap::default(),
            adds_extension,
            listed_flags: FxHashMap::default(),
            memory_element_mask: named_flags.flag("MemEltTypeMask"),
            merge_mask: named_flags.flag("MergeTypeMask"),
            fpmr_flag: named_flags.flag("SetsFPMR"),
        }
    }

    fn add_record(&mut self, record: SveInstRecord<'_>) -> Result<(), FieldError> {
        let first_intrinsic = self.intrinsics.all.len() as u32;
        let first_check = self.intrinsics.checks.start();
        let name = record.name_template()?;
        let prototype = record.prototype()?;
        let types = record.types()?;
        let sve = record.sve_target_guard()?;
        let guards = self.add_guards(sve, record.sme_target_guard()?, record.store());
        let mut flags = self.flags(record)?;
        let sets_fpmr = record.store().str(prototype).contains(FPM_LETTER);
        if sets_fpmr {
            flags |= self.fpmr_flag.get(*record)?;
        }
        let all_signatures = &mut self.intrinsics.signatures;
        let signatures = self.signatures.read(prototype, types, *record, all_signatures)?;
        self.add_intrinsics(name, prototype, signatures.clone(), record)?;
        if let Some(signature) = signatures.clone().next() {
            let types = self.intrinsics.signatures.types(signature).len();
            for check in record.imm_checks()? {
                let check = DescribedCheck::read(check, types, *record)?;
                self.intrinsics.checks.add(check);
            }
        }
        self.intrinsics.insts.push(SveInst {
            record: record.id(),
            name,
            prototype,
            guards,
            flags,
            checks: self.intrinsics.checks.row_from(first_check),
            intrinsics: first_intrinsic..self.intrinsics.all.len() as u32,
        });
        Ok(())
    }

    fn add_guards(&mut self, sve: Symbol, sme: Symbol, store: &RecordStore) -> GuardsId {
        *self.guards.entry((sve, sme)).or_insert_with(|| {
            let guards = SveGuards::read(store.str(sve), store.str(sme), self.adds_extension);
            self.intrinsics.guards.push(guards)
        })
    }

    /// Returns the flags that do not depend on types.
    fn flags(&mut self, record: SveInstRecord<'_>) -> Result<u64, FieldError> {
        let merge = self.merge_mask.part(record.merge()? as u64, *record)?;
        let memory_element = record.mem_elt_type()? as u64;
        let memory_element = self.memory_element_mask.part(memory_element, *record)?;
        Ok(merge | memory_element | self.listed_flags(record)?)
    }

    /// Returns the flags in the record's list.
    fn listed_flags(&mut self, record: SveInstRecord<'_>) -> Result<u64, FieldError> {
        let list = record.flag_list()?;
        if let Some(&flags) = self.listed_flags.get(&list) {
            return Ok(flags);
        }
        let mut flags = 0;
        for flag in record.flags()? {
            flags |= flag.bits_of_flag()? as u64;
        }
        self.listed_flags.insert(list, flags);
        Ok(flags)
    }

    fn add_intrinsics(
        &mut self,
        name: Symbol,
        prototype: Symbol,
        signatures: impl Iterator<Item = SveSignatureId>,
        record: SveInstRecord<'_>,
    ) -> Result<(), FieldError> {
        let SveIntrinsics { insts, all, full_names, names, signatures: all_signatures, .. } =
            &mut self.intrinsics;
        let error = |problem: String| field_error(*record, "Name", &problem);
        let store = record.store();
        let letters = LetterRules::new(store);
        let template =
            |name| NameTemplate::read(name, store.str(prototype), letters).map_err(error);
        let name = BracketedName::read(store.str(name));
        let full = template(&name.full)?;
        let short = name.short.as_deref().map(template).transpose()?;
        let llvm = template(record.llvm_intrinsic()?)?;
        let merge_suffix = record.merge_suffix()?;
        let fpm_suffix = if store.str(prototype).contains(FPM_LETTER) { "_fpm" } else { "" };
        // Names without types are the same for all intrinsics of the record.
        let (mut short_name, mut llvm_name) = (None, None);
        for signature in signatures {
            let base = all_signatures.get(signature).base;
            let with_suffix = |template: &NameTemplate, out: &mut String| {
                template.push(base, out).map(|()| append!(out, merge_suffix, fpm_suffix))
            };
            full_names.try_push(|out| with_suffix(&full, out)).map_err(error)?;
            if let Some(short) = &short
                && (short_name.is_none() || short.shows_types())
            {
                let name = names.try_push(|out| with_suffix(short, out)).map_err(error)?;
                short_name = Some(name);
            }
            let llvm_name = match llvm_name {
                Some(name) if !llvm.shows_types() => name,
                _ => *llvm_name.insert(names.try_push(|out| llvm.push(base, out)).map_err(error)?),
            };
            all.push(SveIntrinsic { inst: insts.next_index(), signature, short_name, llvm_name });
        }
        Ok(())
    }
}
