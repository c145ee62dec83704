// SPDX-License-Identifier: Apache-2.0
//! Elements by their routes. In plain C, a route is an expression of type `pointer`.

use super::objects::{is_float, layout, offset, Form, Object, CHARACTER, TYPES};
use super::{Pointer, Routes, Share};
use crate::Both;

/// A scalar that can be read or changed.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) text: Both,
    pub(super) scalar: &'static str,
}

/// An element: an lvalue of UPC, and the pointer to it in plain C.
#[derive(Debug, Clone)]
pub(super) struct Element {
    pub(super) text: Both,
    pub(super) ty: usize,
    /// It is private to the compiler, which has a pointer-to-local.
    pub(super) is_local: bool,
}

impl Element {
    fn shared(text: Both, ty: usize) -> Element {
        Element { text, ty, is_local: false }
    }
}

impl Routes {
    /// A subscript from 0 to `count - 1`.
    pub(super) fn subscript(&mut self, count: usize) -> Both {
        let number = (!self.numbers.is_empty()).then(|| self.random.pick(&self.numbers).clone());
        let Some(number) = number.filter(|_| self.random.chance(85)) else {
            return match self.random.below(6) {
                0 => Both::format(&format!("@ % {count}"), &[&Both::me()]),
                1 => Both {
                    upc: format!("lookup[{}] % {count}", self.threads - 1),
                    plain: format!("lookup_plain[{}] % {count}", self.threads - 1),
                },
                _ => Both::same(self.random.below(count).to_string()),
            };
        };
        let (i, most) = (number.name, number.most);
        let room = count.saturating_sub(most);
        Both::same(match self.random.below(9) {
            0 => format!("({i} * {} + {}) % {count}", self.random.below(6), self.random.below(9)),
            1 if most < count => format!("{most} - {i}"),
            2 => format!("({i} + {}) % {count}", self.random.below(count)),
            3 if most / 2 < count => format!("{i} / 2"),
            4 => {
                let at = format!("[({i}) % {}]", 2 * self.threads);
                return Both {
                    upc: format!("lookup{at} % {count}"),
                    plain: format!("lookup_plain{at} % {count}"),
                };
            }
            5 | 6 if room > 1 => format!("{i} + {}", 1 + self.random.below(room - 1)),
            7 if most * 2 < count => format!("2 * {i}"),
            _ if most < count => i,
            _ => format!("{i} % {count}"),
        })
    }

    /// A subscript of the inner dimensions, in elements; of two, each has its own.
    fn column(&mut self, columns: usize, last: usize) -> Both {
        if last == 0 {
            return self.subscript(columns);
        }
        let (middle, inner) = (self.subscript(columns / last), self.subscript(last));
        Both::format(&format!("(@) * {last} + (@)"), &[&middle, &inner])
    }

    /// An element of the object by its name, at `index` or at any subscript.
    pub(super) fn by_name(&mut self, n: usize, index: Option<&Both>) -> Element {
        let object = self.objects[n].clone();
        let text = match (object.form, object.columns) {
            (Form::Rows, _) => self.in_rows(&object, index),
            (_, 0) => self.in_vector(&object, index),
            _ => self.in_matrix(&object, index),
        };
        Element::shared(text, object.ty)
    }

    fn or_any(&mut self, index: Option<&Both>, count: usize) -> Both {
        index.cloned().unwrap_or_else(|| self.subscript(count))
    }

    fn in_rows(&mut self, object: &Object, index: Option<&Both>) -> Both {
        let (name, number, size) = (&object.name, object.number, object.ty().size);
        let row = match self.share {
            Share::Own => Both::me(),
            _ => self.subscript(self.threads),
        };
        let index = self.or_any(index, object.count);
        Both {
            upc: format!("{name}[{}][{}]", row.upc, index.upc),
            plain: format!("moved(row_of({number}, {}), {}, 0, {size})", row.plain, index.plain),
        }
    }

    fn in_vector(&mut self, object: &Object, index: Option<&Both>) -> Both {
        let (name, number, size) = (&object.name, object.number, object.ty().size);
        let index = self.or_any(index, object.count);
        let upc = match self.random.below(10) {
            0 => format!("(*({name} + ({})))", index.upc),
            1 => format!("(&{name}[1])[(long)({}) - 1]", index.upc),
            _ => format!("{name}[{}]", index.upc),
        };
        let (at, block) = (index.plain, object.block);
        Both { upc, plain: format!("moved(start({number}), {at}, {block}, {size})") }
    }

    fn in_matrix(&mut self, object: &Object, index: Option<&Both>) -> Both {
        let (name, number, size) = (&object.name, object.number, object.ty().size);
        let (columns, block) = (object.columns, object.block);
        let row = self.or_any(index, object.count / columns);
        let column = self.column(columns, object.last);
        let plain = format!(
            "moved(start({number}), (long)({}) * {columns} + (long)({}), {block}, {size})",
            row.plain, column.plain
        );
        let (row, column) = (&row.upc, &column.upc);
        let upc = match self.random.below(10) {
            0 => format!("(&{})[({row}) * {columns} + ({column})]", object.at("0", "0")),
            1 => object.at(row, column).replacen(
                &format!("{name}[{row}]"),
                &format!("(*({name} + ({row})))"),
                1,
            ),
            _ => object.at(row, column),
        };
        Both { upc, plain }
    }

    /// An element that has affinity to the thread, if the object is cyclic or of rows.
    fn own(&mut self, n: usize) -> Option<Element> {
        let object = self.objects[n].clone();
        if object.form == Form::Rows {
            return Some(self.by_name(n, None));
        }
        if object.block != 1 || object.columns > 0 {
            return None;
        }
        let k = self.subscript(object.count / self.threads);
        let index = Both::format("(@) * THREADS + @", &[&k, &Both::me()]);
        Some(self.by_name(n, Some(&index)))
    }

    /// What `pointer` points to, or something near.
    pub(super) fn behind(&mut self, pointer: &Pointer) -> Element {
        let room = pointer.high.saturating_sub(pointer.low);
        let index = match self.random.below(6) {
            0 | 1 => Both::same("0"),
            2 if self.random.chance(20) => Both::same(self.random.range(-2, -1).to_string()),
            2 => Both::same(self.random.below(3).to_string()),
            _ => self.subscript(room.max(1)),
        };
        self.behind_at(pointer, &index)
    }

    pub(super) fn behind_at(&mut self, pointer: &Pointer, index: &Both) -> Element {
        let (name, ty) = (&pointer.name, pointer.ty);
        let upc = match self.random.below(5) {
            _ if index.upc == "0" => format!("(*{name})"),
            0 => format!("(*({name} + ({})))", index.upc),
            _ => format!("{name}[{}]", index.upc),
        };
        let plain = format!(
            "moved({name}, {}, {}, {})",
            index.plain,
            pointer.block.unwrap_or(0),
            TYPES[ty].size
        );
        Element { text: Both { upc, plain }, ty, is_local: pointer.block.is_none() }
    }

    /// An element of the object, by some route.
    fn by_some_route(&mut self, n: usize) -> Element {
        let behind: Vec<Pointer> =
            self.pointers.iter().filter(|p| p.object == Some(n)).cloned().collect();
        if !behind.is_empty() && self.random.chance(60) {
            let pointer = self.random.pick(&behind).clone();
            return self.behind(&pointer);
        }
        let object = self.objects[n].clone();
        let index = match self.random.chance(40) {
            true => Some(Both::same(self.random.below(3).to_string())),
            false => None,
        };
        match self.random.below(10) {
            0 if !TYPES[object.ty].has_float() => self.cast_to_other_type(n),
            1 | 2 => {
                let base = self.by_name(n, index.as_ref());
                self.cast_to_other_block(base, object.block, object.is_strict)
            }
            3 => {
                let base = match self.share {
                    Share::Own => self.own(n),
                    _ => None,
                };
                let Some(base) = base else { return self.by_name(n, None) };
                let k = Both::same(self.random.below(2).to_string());
                let (ty, size) = (object.ty().name, object.ty().size);
                let text = Both {
                    upc: format!("(({ty} *)&{})[{}]", base.text.upc, k.upc),
                    plain: format!("moved(local({}), {}, 0, {size})", base.text.plain, k.plain),
                };
                Element { text, ty: object.ty, is_local: true }
            }
            _ => self.by_name(n, None),
        }
    }

    /// Through a pointer with another block size.
    fn cast_to_other_block(&mut self, base: Element, from: usize, is_strict: bool) -> Element {
        let block = *self.random.pick(&[0, 1, 2, 3, 4]);
        let k = self.subscript(4);
        let to = layout(block, is_strict);
        let (ty, size) = (TYPES[base.ty].name, TYPES[base.ty].size);
        let kept = if block == from { "" } else { "without_phase" };
        let text = Both {
            upc: format!("(({to}{ty} *)&{})[{}]", base.text.upc, k.upc),
            plain: format!("moved({kept}({}), {}, {block}, {size})", base.text.plain, k.plain),
        };
        Element::shared(text, base.ty)
    }

    /// As unsigned characters.
    fn cast_to_other_type(&mut self, n: usize) -> Element {
        let base = self.by_name(n, None);
        let block = *self.random.pick(&[0, 0, 1, 2]);
        let k = self.subscript(TYPES[base.ty].size);
        let to = layout(block, self.objects[n].is_strict);
        let text = Both {
            upc: format!("(({to}unsigned char *)&{})[{}]", base.text.upc, k.upc),
            plain: format!("moved(without_phase({}), {}, {block}, 1)", base.text.plain, k.plain),
        };
        Element::shared(text, CHARACTER)
    }

    fn cold(&mut self) -> Option<usize> {
        let found: Vec<usize> = (0..self.objects.len()).filter(|n| !self.hot.contains(n)).collect();
        (!found.is_empty()).then(|| *self.random.pick(&found))
    }

    /// An element that the case changes.
    pub(super) fn changed(&mut self) -> Element {
        let n = *self.random.pick(&self.hot);
        match (self.share, self.divided_by.clone()) {
            (Share::Divided, _) if self.in_function => {
                let pointer = self.random.pick(&self.pointers).clone();
                self.behind_at(&pointer, &Both::same("0"))
            }
            (Share::Divided, Some(i)) if self.random.chance(95) => {
                let index = Both::same(i);
                let behind: Vec<Pointer> =
                    self.pointers.iter().filter(|p| p.object == Some(n)).cloned().collect();
                if !behind.is_empty() && self.random.chance(50) {
                    let pointer = self.random.pick(&behind).clone();
                    return self.behind_at(&pointer, &index);
                }
                self.by_name(n, Some(&index))
            }
            (Share::Own, _) => match self.own(n) {
                Some(own) => own,
                None => self.by_some_route(n),
            },
            _ => self.by_some_route(n),
        }
    }

    /// An element to read.
    pub(super) fn read(&mut self) -> Element {
        let wants_hot = match self.share {
            Share::One => 65,
            _ => 35,
        };
        if self.random.chance(wants_hot) {
            return self.changed();
        }
        match self.cold() {
            Some(n) => self.by_some_route(n),
            None => self.changed(),
        }
    }

    /// A scalar of the element.
    pub(super) fn member(&mut self, element: Element) -> Place {
        let ty = &TYPES[element.ty];
        let member = self.random.pick(ty.members);
        let index = match member.count {
            1 => Both::same("0"),
            count => self.subscript(count),
        };
        let path = member.path.replace('@', &index.upc);
        let upc = match element.text.upc.strip_prefix("(*").and_then(|t| t.strip_suffix(')')) {
            Some(name) if !path.is_empty() && !name.contains(' ') && self.random.chance(70) => {
                format!("{name}->{}", &path[1..])
            }
            _ => format!("{}{path}", element.text.upc),
        };
        let at = offset(ty.name, member.path, &index.plain);
        let plain = match member.path {
            "" => element.text.plain,
            _ => format!("member({}, {at})", element.text.plain),
        };
        Place { text: Both { upc, plain }, scalar: member.scalar }
    }

    /// The value of a scalar, of type word.
    pub(super) fn load(&mut self) -> Both {
        let element = self.read();
        let place = self.member(element);
        let (text, scalar) = (place.text, place.scalar);
        Both {
            upc: format!("(word){}", text.upc),
            plain: format!("(word)LOAD({scalar}, {})", text.plain),
        }
    }

    /// A statement that changes a scalar.
    pub(super) fn change(&mut self, value: &Both) -> Both {
        let element = self.changed();
        let place = self.member(element);
        let (text, scalar) = (place.text, place.scalar);
        let (operator, value) = match is_float(scalar) {
            true => ("=", Both::format("(@) % 1000", &[value])),
            false => {
                let operators = ["=", "=", "+=", "+=", "-=", "^=", "|=", "&=", "*="];
                (*self.random.pick(&operators), value.clone())
            }
        };
        if !is_float(scalar) && self.random.chance(12) {
            let step = *self.random.pick(&["+", "-"]);
            let upc = match self.random.chance(50) {
                true => format!("{}{step}{step};\n", text.upc),
                false => format!("{step}{step}{};\n", text.upc),
            };
            let plain = format!("CHANGE({scalar}, {}, {step}= 1);\n", text.plain);
            return Both { upc, plain };
        }
        Both {
            upc: format!("{} {operator} {};\n", text.upc, value.upc),
            plain: format!("CHANGE({scalar}, {}, {operator} {});\n", text.plain, value.plain),
        }
    }
}
