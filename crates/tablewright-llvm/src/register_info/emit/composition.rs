//! Functions that compose sub-register indices and lane masks.

use tablewright_text::{CppWriter, append, line, text_block};

use super::emit_lane_mask;
use crate::register_info::model::{CompositeRow, Composition, RegisterInfo};

pub(super) fn emit(info: &RegisterInfo<'_>, composition: &Composition<'_>, w: &mut CppWriter) {
    emit_compose_indices(info, composition, w);
    if let Some(decomposed) = &composition.decomposed {
        emit_decompose_indices(info, composition, decomposed, w);
    }
    emit_lane_mask_tables(info, composition, w);
    emit_compose_lane_masks(info, w);
    emit_reverse_compose_lane_masks(info, w);
}

fn emit_compose_indices(info: &RegisterInfo<'_>, composition: &Composition<'_>, w: &mut CppWriter) {
    let (target, count) = (info.target, info.analyses.indices.len());
    let Composition { rows, row_width, index_width, .. } = composition;
    line!(
        w,
        "unsigned {target}GenRegisterInfo::composeSubRegIndicesImpl(unsigned IdxA, unsigned \
         IdxB) const {{"
    );
    // With a single row, the map from indices to rows is not needed.
    let has_one_row = rows.len() == 1;
    if !has_one_row {
        write!(w, "  static const {row_width} RowMap[{count}] = {{\n    ");
        for row in &composition.row_of {
            write!(w, "{row}, ");
        }
        w.raw("\n  };\n");
    }
    line!(w, "  static const {index_width} Rows[{}][{count}] = {{", rows.len());
    emit_rows(info, rows, w);
    text_block!(
        w,
        "
          }};

          --IdxA; assert(IdxA < {count}); (void) IdxA;
          --IdxB; assert(IdxB < {count});
          return Rows[{}][IdxB];
        }}

        ",
        if has_one_row { "0" } else { "RowMap[IdxA]" }
    );
}

fn emit_rows(info: &RegisterInfo<'_>, rows: &[CompositeRow], w: &mut CppWriter) {
    for row in rows {
        w.raw("    { ");
        for index in row {
            match index {
                Some(index) => append!(w, info.names.indices[*index]),
                None => w.raw("0"),
            }
            w.raw(", ");
        }
        w.raw("},\n");
    }
}

/// Writes the function that returns the second index for an index and one of its composites.
fn emit_decompose_indices(
    info: &RegisterInfo<'_>,
    composition: &Composition<'_>,
    decomposed: &[CompositeRow],
    w: &mut CppWriter,
) {
    let (target, count) = (info.target, info.analyses.indices.len());
    line!(
        w,
        "unsigned {target}GenRegisterInfo::reverseComposeSubRegIndicesImpl(unsigned IdxA, \
         unsigned IdxB) const {{"
    );
    line!(w, "  static const {} Table[{count}][{count}] = {{", composition.index_width);
    emit_rows(info, decomposed, w);
    text_block!(
        w,
        "
          }};

          --IdxA; assert(IdxA < {count});
          --IdxB; assert(IdxB < {count});
          return Table[IdxA][IdxB];
          }}

        "
    );
}

/// Writes the tables of steps that the functions about lane masks share.
fn emit_lane_mask_tables(
    info: &RegisterInfo<'_>,
    composition: &Composition<'_>,
    w: &mut CppWriter,
) {
    line!(w, "  struct MaskRolOp {{\n    LaneBitmask Mask;\n    uint8_t  RotateLeft;\n  }};");
    line!(w, "  static const MaskRolOp LaneMaskComposeSequences[] = {{");
    let mut sequences = composition.sequences.iter().peekable();
    while let Some(sequence) = sequences.next() {
        w.raw("    ");
        for step in sequence.steps {
            w.raw("{ ");
            emit_lane_mask(w, step.mask);
            write!(w, ", {:2} }}, ", step.rotate_left);
        }
        let comma = if sequences.peek().is_some() { ", " } else { "" };
        line!(w, "{{ LaneBitmask::getNone(), 0 }}{comma}  // Sequence {}", sequence.start);
    }
    line!(w, "  }};\n  static const {} CompositeSequences[] = {{", composition.sequence_width);
    let mut indices = info.analyses.indices.iter().zip(&composition.sequence_of).peekable();
    while let Some(((_, index), start)) = indices.next() {
        let comma = if indices.peek().is_some() { "," } else { "" };
        line!(w, "    {start}{comma} // to {}", index.name);
    }
    w.raw("  };\n\n");
}

/// Writes the function that converts lanes in a part to lanes in the whole.
fn emit_compose_lane_masks(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let (target, count) = (info.target, info.analyses.indices.len());
    text_block!(
        w,
        "
        LaneBitmask {target}GenRegisterInfo::composeSubRegIndexLaneMaskImpl(unsigned IdxA, LaneBitmask LaneMask) const {{
          --IdxA; assert(IdxA < {count} && \"Subregister index out of bounds\");
          LaneBitmask Result;
          for (const MaskRolOp *Ops =
               &LaneMaskComposeSequences[CompositeSequences[IdxA]];
               Ops->Mask.any(); ++Ops) {{
            LaneBitmask::Type M = LaneMask.getAsInteger() & Ops->Mask.getAsInteger();
            if (unsigned S = Ops->RotateLeft)
              Result |= LaneBitmask((M << S) | (M >> (LaneBitmask::BitWidth - S)));
            else
              Result |= LaneBitmask(M);
          }}
          return Result;
        }}

        "
    );
}

/// Writes the function that converts lanes in the whole to lanes in a part.
fn emit_reverse_compose_lane_masks(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let (target, count) = (info.target, info.analyses.indices.len());
    text_block!(
        w,
        "
        LaneBitmask {target}GenRegisterInfo::reverseComposeSubRegIndexLaneMaskImpl(unsigned IdxA,  LaneBitmask LaneMask) const {{
          LaneMask &= getSubRegIndexLaneMask(IdxA);
          --IdxA; assert(IdxA < {count} && \"Subregister index out of bounds\");
          LaneBitmask Result;
          for (const MaskRolOp *Ops =
               &LaneMaskComposeSequences[CompositeSequences[IdxA]];
               Ops->Mask.any(); ++Ops) {{
            LaneBitmask::Type M = LaneMask.getAsInteger();
            if (unsigned S = Ops->RotateLeft)
              Result |= LaneBitmask((M >> S) | (M << (LaneBitmask::BitWidth - S)));
            else
              Result |= LaneBitmask(M);
          }}
          return Result;
        }}

        "
    );
}
