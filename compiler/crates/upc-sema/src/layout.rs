// SPDX-License-Identifier: Apache-2.0
//! Sizes, alignments and member offsets (System V x86-64 and AAPCS64, which agree but for unnamed
//! bit-fields).

use upc_source::{Span, Symbol};

use crate::shared_layout;
use crate::table::{Member, Types};
use crate::types::{ArrayLen, FloatKind, IntKind, PtsRepr, QualTy, TagId, Ty, TypeKind};
use crate::unit::BitField;

/// The size of an object, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    Const(u64),
    /// This many bytes times THREADS (a shared array, dynamic environment).
    Threads(u64),
}

/// Number of elements of the ultimate element type of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    Const(u64),
    /// This many times THREADS.
    Threads(u64),
}

impl Types {
    /// Size of the type, arrays over all threads (UPC 6.4.1.1). `None`: incomplete, variable, a
    /// function, or known to the C compiler only.
    pub fn size(&self, ty: Ty) -> Option<Size> {
        match *self.kind(ty) {
            TypeKind::Array { .. } => {
                let elem = self.fixed_size(self.ultimate(QualTy::plain(ty)).ty)?;
                Some(match self.element_count(ty)? {
                    Count::Const(n) => Size::Const(n.checked_mul(elem)?),
                    Count::Threads(n) => Size::Threads(n.checked_mul(elem)?),
                })
            }
            _ => self.fixed_size(ty).map(Size::Const),
        }
    }

    fn pointer_size(&self, target: QualTy) -> u64 {
        match self.pts_repr(target) {
            Some(PtsRepr::Phased { .. }) => 16,
            _ => 8,
        }
    }

    /// [`Types::size`] where it does not depend on a THREADS unknown at compile time.
    pub fn fixed_size(&self, ty: Ty) -> Option<u64> {
        match self.kind(ty) {
            // GNU: sizeof(void) and sizeof(function) are 1.
            TypeKind::Void | TypeKind::Function(_) | TypeKind::Opaque(_) => None,
            TypeKind::Int(k) => Some(int_size(*k)),
            TypeKind::Float(k) => self.float_size(*k),
            TypeKind::Complex(k) => self.float_size(*k).map(|s| 2 * s),
            TypeKind::ComplexInt(k) => Some(2 * int_size(*k)),
            TypeKind::Pointer(p) => Some(self.pointer_size(*p)),
            TypeKind::Nullptr => Some(8),
            TypeKind::Vector { bytes, .. } => Some(*bytes),
            TypeKind::Array { .. } => match self.size(ty)? {
                Size::Const(n) => Some(n),
                Size::Threads(_) => None,
            },
            TypeKind::Struct(t) | TypeKind::Union(t) => {
                let tag = &self.tags[*t];
                (tag.complete && !tag.opaque).then_some(tag.size)
            }
            TypeKind::Enum(t) => {
                self.fixed_size(self.tags[*t].underlying.unwrap_or(self.common.uint))
            }
        }
    }

    /// Alignment of the type in bytes; `None` as for [`Types::size`].
    pub fn align(&self, ty: Ty) -> Option<u64> {
        match *self.kind(ty) {
            TypeKind::Array { elem, .. } => self.align(elem.ty),
            TypeKind::Struct(t) | TypeKind::Union(t) => {
                let tag = &self.tags[t];
                (tag.complete && !tag.opaque).then_some(tag.align)
            }
            TypeKind::Complex(k) => self.float_size(k),
            TypeKind::ComplexInt(k) => Some(int_size(k)),
            TypeKind::Function(_) => None,
            _ => self.fixed_size(ty),
        }
    }

    fn float_size(&self, k: FloatKind) -> Option<u64> {
        match k {
            FloatKind::Float => Some(4),
            FloatKind::Double => Some(8),
            FloatKind::LongDouble => Some(16),
            FloatKind::Extended(s) => self.extended_size.get(&s).copied(),
        }
    }

    /// Elements of the ultimate element type in an array; 1 for other types. `None`: incomplete or
    /// variable.
    pub fn element_count(&self, ty: Ty) -> Option<Count> {
        let Some((elem, len)) = self.array(ty) else { return Some(Count::Const(1)) };
        let inner = self.element_count(elem.ty)?;
        Some(match (len, inner) {
            (ArrayLen::Const(n), Count::Const(m)) => Count::Const(n.checked_mul(m)?),
            (ArrayLen::Const(n), Count::Threads(m)) | (ArrayLen::Threads(n), Count::Const(m)) => {
                Count::Threads(n.checked_mul(m)?)
            }
            _ => return None,
        })
    }

    /// `upc_localsizeof` of a shared type (UPC 6.4.1.2).
    pub fn local_size(&self, qt: QualTy) -> Option<u64> {
        let elem = self.elem_size(qt)?;
        if self.array(qt.ty).is_none() {
            return Some(elem);
        }
        let block = self.shared(qt)?.block;
        let count = match (self.element_count(qt.ty)?, self.threads) {
            (Count::Const(n), threads) => {
                shared_layout::local_count(n, block, u64::from(threads.unwrap_or(1)))
            }
            (Count::Threads(k), _) => shared_layout::local_count_any(k, block),
        };
        u64::try_from(count.checked_mul(u128::from(elem))?).ok()
    }

    /// `upc_elemsizeof`: size of the ultimate element type (UPC 6.4.1.4).
    pub fn elem_size(&self, qt: QualTy) -> Option<u64> {
        self.fixed_size(self.ultimate(qt).ty)
    }

    /// `upc_blocksizeof` of a shared type (UPC 6.4.1.3).
    pub fn block_size(&self, qt: QualTy) -> Option<u64> {
        Some(self.shared(qt)?.block)
    }

    /// The member `name` of a structure or union, anonymous members searched: offset from the
    /// start, and the path's last member.
    pub fn find_member(&self, tag: TagId, name: Symbol) -> Option<(u64, &Member)> {
        self.find_member_at(tag, name, 0, 0)
    }

    fn find_member_at(
        &self,
        tag: TagId,
        name: Symbol,
        base: u64,
        depth: u32,
    ) -> Option<(u64, &Member)> {
        if depth > 64 {
            return None;
        }
        for m in &self.tags[tag].members {
            if m.name == Some(name) {
                return Some((base + m.offset, m));
            }
            if m.name.is_none() {
                let inner = self.tag_of(m.ty.ty)?;
                if let Some(found) = self.find_member_at(inner, name, base + m.offset, depth + 1) {
                    return Some(found);
                }
            }
        }
        None
    }
}

fn int_size(k: IntKind) -> u64 {
    match k {
        IntKind::Bool | IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
        IntKind::Short | IntKind::UShort => 2,
        IntKind::Int | IntKind::UInt => 4,
        IntKind::Long | IntKind::ULong | IntKind::LongLong | IntKind::ULongLong => 8,
        IntKind::Int128 | IntKind::UInt128 => 16,
    }
}

/// A member to be laid out.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: Option<Symbol>,
    pub ty: QualTy,
    /// Width of a bit-field.
    pub width: Option<u32>,
    /// `aligned(n)` or `_Alignas` of the member, bytes.
    pub aligned: Option<u64>,
    pub packed: bool,
    pub span: Span,
}

/// A structure's attributes.
#[derive(Clone, Copy, Default, Debug)]
pub struct RecordAttrs {
    pub packed: bool,
    pub aligned: Option<u64>,
    /// `#pragma pack`: largest natural alignment of a member, bytes.
    pub pack: Option<u64>,
    pub union: bool,
}

/// A finished layout.
#[derive(Debug)]
pub struct Record {
    pub members: Vec<Member>,
    pub size: u64,
    pub align: u64,
}

/// Lays out a structure or union. `None` where a member's size is not known here.
pub fn record(types: &Types, fields: &[Field], attrs: RecordAttrs) -> Option<Record> {
    let mut b = Builder { types, attrs, members: Vec::new(), bit: 0, end: 0, align: 1 };
    for f in fields {
        if attrs.union {
            b.bit = 0;
        }
        match f.width {
            Some(w) => b.bit_field(f, u64::from(w))?,
            None => b.plain(f)?,
        }
        b.end = b.end.max(b.bit);
    }
    let align = b.align.max(attrs.aligned.unwrap_or(1)).max(1);
    Some(Record { members: b.members, size: round_up(round_up(b.end, 8)? / 8, align)?, align })
}

struct Builder<'t> {
    types: &'t Types,
    attrs: RecordAttrs,
    members: Vec<Member>,
    /// First free bit.
    bit: u64,
    /// One past the last bit of any member.
    end: u64,
    align: u64,
}

impl Builder<'_> {
    fn plain(&mut self, f: &Field) -> Option<()> {
        // A flexible array member has its element's alignment and no size (C 6.7.2.1p18).
        let flexible = matches!(self.types.array(f.ty.ty), Some((_, ArrayLen::Incomplete)));
        let size = if flexible { 0 } else { self.types.fixed_size(f.ty.ty)? };
        let natural = if self.attrs.packed || f.packed { 1 } else { self.types.align(f.ty.ty)? };
        let align = self.limit(natural.max(f.aligned.unwrap_or(1)));
        let offset = round_up(round_up(self.bit, 8)? / 8, align)?;
        self.align = self.align.max(align);
        self.members.push(Member { name: f.name, ty: f.ty, offset, bits: None, span: f.span });
        self.bit = offset.checked_add(size)?.checked_mul(8)?;
        Some(())
    }

    fn limit(&self, align: u64) -> u64 {
        self.attrs.pack.map_or(align, |p| align.min(p))
    }

    /// A bit-field without width: the next one begins a unit of so many bits.
    fn end_of_unit(&mut self, unit: u64) -> Option<()> {
        self.bit = round_up(self.bit, unit)?;
        if self.types.target.unnamed_bitfields_align() {
            self.align = self.align.max(unit / 8);
        }
        Some(())
    }

    fn bit_field(&mut self, f: &Field, width: u64) -> Option<()> {
        let unit = self.types.fixed_size(f.ty.ty)?.checked_mul(8)?;
        let packed = self.attrs.packed || f.packed;
        if width == 0 {
            return self.end_of_unit(unit);
        }
        if let Some(a) = f.aligned {
            self.bit = round_up(self.bit, a.checked_mul(8)?)?;
            self.align = self.align.max(a);
        }
        // A bit-field does not cross a boundary of its declared type, unless packed.
        let granule = self.limit(unit / 8) * 8;
        if !packed && units(self.bit % granule + width, granule) > unit / granule {
            self.bit = round_up(self.bit, granule)?;
        }
        if (f.name.is_some() || self.types.target.unnamed_bitfields_align()) && !packed {
            self.align = self.align.max(granule / 8);
        }
        if f.name.is_some() {
            self.add_bits(f, width);
        }
        self.bit = self.bit.checked_add(width)?;
        Some(())
    }

    fn add_bits(&mut self, f: &Field, width: u64) {
        let (offset, shift) = (self.bit / 8, self.bit % 8);
        let bytes = units(shift + width, 8);
        let bits = Some(BitField { width: width as u32, bytes, shift: shift as u32 });
        self.members.push(Member { name: f.name, ty: f.ty, offset, bits, span: f.span });
    }
}

/// How many units of `size` bits hold `bits` bits.
fn units(bits: u64, size: u64) -> u64 {
    bits / size + u64::from(bits % size != 0)
}

fn round_up(n: u64, to: u64) -> Option<u64> {
    let to = to.max(1);
    Some(n.checked_add(to - 1)? / to * to)
}

/// The greatest common divisor; that of 0 and `n` is `n`.
pub fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        b => gcd(b, a % b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Target;

    fn field(types: &Types, k: IntKind, width: Option<u32>) -> Field {
        Field {
            name: Some(Symbol(0)),
            ty: QualTy::plain(types.int(k)),
            width,
            aligned: None,
            packed: false,
            span: Span::default(),
        }
    }

    fn offsets(r: &Record) -> Vec<(u64, u32)> {
        r.members.iter().map(|m| (m.offset, m.bits.map_or(0, |b| b.shift))).collect()
    }

    #[test]
    fn padding() {
        let t = Types::new(Target::X86_64, None);
        let f = [
            field(&t, IntKind::Char, None),
            field(&t, IntKind::Long, None),
            field(&t, IntKind::Short, None),
        ];
        let r = record(&t, &f, RecordAttrs::default()).unwrap();
        assert_eq!((r.size, r.align, offsets(&r)), (24, 8, vec![(0, 0), (8, 0), (16, 0)]));
        let r = record(&t, &f, RecordAttrs { packed: true, ..Default::default() }).unwrap();
        assert_eq!((r.size, r.align), (11, 1));
        let r = record(&t, &f, RecordAttrs { union: true, ..Default::default() }).unwrap();
        assert_eq!((r.size, r.align), (8, 8));
    }

    #[test]
    fn bit_fields_share_and_do_not_cross_units() {
        let t = Types::new(Target::X86_64, None);
        let f = [
            field(&t, IntKind::Int, Some(3)),
            field(&t, IntKind::Int, Some(30)),
            field(&t, IntKind::Char, Some(4)),
            field(&t, IntKind::Int, Some(0)),
            field(&t, IntKind::UInt, Some(1)),
        ];
        let mut f = f.to_vec();
        f[3].name = None;
        let r = record(&t, &f, RecordAttrs::default()).unwrap();
        assert_eq!(offsets(&r), [(0, 0), (4, 0), (8, 0), (12, 0)]);
        assert_eq!((r.size, r.align), (16, 4));
        let r = record(&t, &f[..3], RecordAttrs { packed: true, ..Default::default() }).unwrap();
        assert_eq!((offsets(&r), r.size), (vec![(0, 0), (0, 3), (4, 1)], 5));
    }

    #[test]
    fn unnamed_bit_fields_align_on_aarch64_only() {
        for (target, size) in [(Target::X86_64, 2), (Target::Aarch64, 4)] {
            let t = Types::new(target, None);
            let mut f = [field(&t, IntKind::Char, None), field(&t, IntKind::Int, Some(5))];
            f[1].name = None;
            assert_eq!(record(&t, &f, RecordAttrs::default()).unwrap().size, size);
        }
    }
}
