//! Functions about what sub-register indices compose to.

use tablewright_target::registers::{MaskRol, SubRegIndexId};
use tablewright_text::{CppWriter, line};

use super::mc_desc::lane_mask;
use super::model::RegisterInfo;
use super::unsigned_type;

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    if !info.indices.is_empty() {
        compose_indices(info, w);
        compose_lane_masks(info, w);
    }
}

/// Rows of composites, each for as many indices as do not contradict each other.
struct Rows {
    rows: Vec<Vec<Option<SubRegIndexId>>>,
    row_of: Vec<usize>,
}

impl Rows {
    fn of(info: &RegisterInfo<'_>) -> Rows {
        let mut rows: Vec<Vec<Option<SubRegIndexId>>> = Vec::new();
        let mut row_of = Vec::with_capacity(info.indices.len());
        for index in info.indices.ids() {
            let takes = |row: &Vec<Option<SubRegIndexId>>| {
                let mut composites = info.indices.composites_of(index);
                composites.all(|(b, composite)| row[b.index()].is_none_or(|c| c == composite))
            };
            let at = rows.iter().position(takes).unwrap_or_else(|| {
                rows.push(vec![None; info.indices.len()]);
                rows.len() - 1
            });
            for (b, composite) in info.indices.composites_of(index) {
                rows[at][b.index()] = Some(composite);
            }
            row_of.push(at);
        }
        Rows { rows, row_of }
    }
}

fn compose_indices(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let Rows { rows, row_of } = Rows::of(info);
    let (target, count) = (info.target, info.indices.len());
    let names: Vec<String> =
        info.indices.iter().map(|(_, index)| index.qualified_name(info.store)).collect();
    line!(
        w,
        "unsigned {target}GenRegisterInfo::composeSubRegIndicesImpl(unsigned IdxA, unsigned \
         IdxB) const {{"
    );
    if rows.len() > 1 {
        write!(w, "  static const {} RowMap[{count}] = {{\n    ", unsigned_type(rows.len()));
        for row in row_of {
            write!(w, "{row}, ");
        }
        w.raw("\n  };\n");
    }
    let row_type = unsigned_type(count + 1);
    line!(w, "  static const {row_type} Rows[{}][{count}] = {{", rows.len());
    for row in &rows {
        w.raw("    { ");
        for composite in row {
            w.raw(composite.map_or("0", |composite| &names[composite.index()]));
            w.raw(", ");
        }
        w.raw("},\n");
    }
    w.raw("  };\n\n");
    line!(w, "  --IdxA; assert(IdxA < {count}); (void) IdxA;");
    line!(w, "  --IdxB; assert(IdxB < {count});");
    line!(w, "  return Rows[{}][IdxB];", if rows.len() > 1 { "RowMap[IdxA]" } else { "0" });
    w.raw("}\n\n");
}

/// What turns the lanes of parts into those of wholes: steps that several indices share.
struct Sequences<'i> {
    sequences: Vec<(usize, &'i [MaskRol])>,
    /// By index, where its steps begin.
    of_index: Vec<usize>,
}

impl<'i> Sequences<'i> {
    fn of(info: &'i RegisterInfo<'_>) -> Sequences<'i> {
        let mut sequences: Vec<(usize, &[MaskRol])> = Vec::new();
        let mut of_index = Vec::with_capacity(info.indices.len());
        let mut end = 0;
        for index in info.indices.ids() {
            let steps = info.lanes.transform(index);
            let known = sequences.iter().find(|(_, other)| *other == steps);
            let at = known.map_or(end, |&(at, _)| at);
            if at == end {
                sequences.push((at, steps));
                end += steps.len() + 1;
            }
            of_index.push(at);
        }
        Sequences { sequences, of_index }
    }
}

fn compose_lane_masks(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let Sequences { sequences, of_index } = Sequences::of(info);
    line!(w, "  struct MaskRolOp {{\n    LaneBitmask Mask;\n    uint8_t  RotateLeft;\n  }};");
    line!(w, "  static const MaskRolOp LaneMaskComposeSequences[] = {{");
    let last = sequences.len() - 1;
    for (i, (at, steps)) in sequences.iter().enumerate() {
        w.raw("    ");
        for step in *steps {
            w.raw("{ ");
            lane_mask(w, step.mask);
            write!(w, ", {:2} }}, ", step.rotate_left);
        }
        let comma = if i == last { "" } else { ", " };
        line!(w, "{{ LaneBitmask::getNone(), 0 }}{comma}  // Sequence {at}");
    }
    let greatest = of_index.iter().copied().max().unwrap_or(0);
    line!(w, "  }};\n  static const {} CompositeSequences[] = {{", unsigned_type(greatest));
    for ((i, index), at) in info.indices.iter().zip(of_index) {
        let comma = if i.index() + 1 == info.indices.len() { "" } else { "," };
        line!(w, "    {at}{comma} // to {}", index.name);
    }
    w.raw("  };\n\n");
    compose_function(info, w, "composeSubRegIndexLaneMaskImpl", "LaneBitmask", true);
    compose_function(info, w, "reverseComposeSubRegIndexLaneMaskImpl", " LaneBitmask", false);
}

/// Writes a function that turns lanes of a part into those of the whole, or back.
fn compose_function(
    info: &RegisterInfo<'_>,
    w: &mut CppWriter,
    name: &str,
    mask_type: &str,
    is_forward: bool,
) {
    let (target, count) = (info.target, info.indices.len());
    line!(
        w,
        "LaneBitmask {target}GenRegisterInfo::{name}(unsigned IdxA, {mask_type} LaneMask) const {{"
    );
    let (to, back, mask) = if is_forward {
        ("<<", ">>", " & Ops->Mask.getAsInteger()")
    } else {
        line!(w, "  LaneMask &= getSubRegIndexLaneMask(IdxA);");
        (">>", "<<", "")
    };
    line!(w, "  --IdxA; assert(IdxA < {count} && \"Subregister index out of bounds\");");
    line!(w, "  LaneBitmask Result;");
    line!(w, "  for (const MaskRolOp *Ops =");
    line!(w, "       &LaneMaskComposeSequences[CompositeSequences[IdxA]];");
    line!(w, "       Ops->Mask.any(); ++Ops) {{");
    line!(w, "    LaneBitmask::Type M = LaneMask.getAsInteger(){mask};");
    line!(w, "    if (unsigned S = Ops->RotateLeft)");
    line!(w, "      Result |= LaneBitmask((M {to} S) | (M {back} (LaneBitmask::BitWidth - S)));");
    line!(w, "    else\n      Result |= LaneBitmask(M);\n  }}\n  return Result;\n}}\n");
}
