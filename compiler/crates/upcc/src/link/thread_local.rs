// SPDX-License-Identifier: Apache-2.0
//! Under -pthreads a variable is an object of each UPC thread (docs/abi.md section 5); a unit that
//! upcc did not compile knows only objects of the process. The linker distinguishes the two only
//! for small objects, and confuses large ones.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionKind, SymbolKind};

use super::inputs::Unit;
use super::note::Note;
use crate::toolchain::Mode;

/// Prefix of an array's name: the function that returns its address in the calling thread.
const GETTER: &str = "__upcr_addr_";

/// Prefix of a weak object's name: the symbol that is defined if some unit defines the object.
pub const WITNESS: &str = "__upcr_has_";

/// Global names of a unit's data.
#[derive(Default, Debug)]
pub struct Data {
    /// Objects of each UPC thread that the unit defines.
    defined_by_thread: HashSet<String>,
    /// Those that it uses, defined in any unit.
    used_by_thread: HashSet<String>,
    /// Objects of the process that it defines.
    defined_by_process: HashSet<String>,
    /// Objects of either kind that it defines without a value other than zero, as `int x;` does.
    pub zero: HashSet<String>,
}

impl Data {
    pub fn read(file: &object::File) -> Data {
        let mut data = Data::default();
        let large = file.section_by_name("upcr_priv").map(|s| s.index());
        for symbol in file.symbols().filter(|s| s.is_global()) {
            let Ok(name) = symbol.name().map(String::from) else {
                continue;
            };
            let by_thread = symbol.kind() == SymbolKind::Tls
                || (large.is_some() && symbol.section_index() == large);
            if is_zero(file, &symbol) {
                data.zero.insert(name.clone());
            }
            if !symbol.is_undefined() && by_thread {
                data.defined_by_thread.insert(name);
            } else if by_thread {
                data.used_by_thread.insert(name);
            } else if let (true, Some(array)) = (symbol.is_undefined(), name.strip_prefix(GETTER)) {
                data.used_by_thread.insert(array.to_string());
            } else if !symbol.is_undefined() && symbol.kind() == SymbolKind::Data {
                data.defined_by_process.insert(name);
            }
        }
        data.used_by_thread.extend(in_slots(file));
        data
    }
}

fn is_zero<'a>(file: &object::File<'a>, symbol: &impl ObjectSymbol<'a>) -> bool {
    let section = symbol.section_index().and_then(|i| file.section_by_index(i).ok());
    section.is_some_and(|s| {
        matches!(s.kind(), SectionKind::UninitializedData | SectionKind::UninitializedTls)
    })
}

/// The large objects that a unit accesses through its slots.
fn in_slots(file: &object::File) -> Vec<String> {
    let Some(slots) = file.section_by_name("upcr_pslot") else {
        return Vec::new();
    };
    let targets = slots.relocations().filter_map(|(_, r)| match r.target() {
        RelocationTarget::Symbol(index) => file.symbol_by_index(index).ok(),
        _ => None,
    });
    targets.filter(|s| s.is_global()).filter_map(|s| s.name().ok().map(String::from)).collect()
}

/// Every name that is data of each UPC thread in one unit and data of the process in another, as an
/// error.
pub fn disagreements(units: &[Unit]) -> Vec<String> {
    let mut defined: BTreeMap<&str, &Unit> = BTreeMap::new();
    let mut used: BTreeMap<&str, &Unit> = BTreeMap::new();
    for unit in units {
        unit.data.defined_by_thread.iter().for_each(|n| _ = defined.entry(n).or_insert(unit));
        unit.data.used_by_thread.iter().for_each(|n| _ = used.entry(n).or_insert(unit));
    }
    let mut out = BTreeSet::new();
    for unit in units {
        let by_process = &unit.data.defined_by_process;
        let defines = by_process
            .iter()
            .filter_map(|n| Some((n, used.get(n.as_str()).or(defined.get(n.as_str()))?)));
        out.extend(defines.map(|(name, by_thread)| message(name, by_thread, unit)));
        let uses = unit.undefined.iter().filter(|n| !unit.data.used_by_thread.contains(n.as_str()));
        out.extend(uses.filter_map(|n| Some(message(n, defined.get(n.as_str())?, unit))));
    }
    out.into_iter().collect()
}

/// Linker options that define the witness of each weak object that a unit of the link defines, with
/// an arbitrary address.
pub fn weak_options(units: &[Unit]) -> BTreeSet<String> {
    let defined = |name: &str| units.iter().any(|u| u.data.defined_by_thread.contains(name));
    let witnesses = units
        .iter()
        .flat_map(|u| &u.undefined)
        .filter(|s| s.strip_prefix(WITNESS).is_some_and(defined));
    witnesses.map(|witness| format!("-Wl,--defsym={witness}=__wrap_main")).collect()
}

/// Every weak object of each UPC thread that no unit defines and that a unit accesses without a
/// test of its witness.
pub fn missing(units: &[Unit]) -> Vec<String> {
    let defined = |name: &str| units.iter().any(|u| u.defined.iter().any(|d| d == name));
    let mut out = Vec::new();
    for unit in units {
        let unasked = |n: &&String| {
            unit.data.used_by_thread.contains(*n) && !unit.refers_to(&format!("{WITNESS}{n}"))
        };
        let names =
            unit.optional.iter().filter(unasked).filter(|n| !defined(n)).collect::<BTreeSet<_>>();
        out.extend(names.into_iter().map(|name| {
            format!(
                "weak variable '{name}' of {} belongs to each UPC thread and is defined \
                nowhere, but not known to be weak where it is used, so that its address would not \
                be null; declare it with __attribute__((weak)) before its uses, or compile {} with \
                -fno-upc-privatize={name}",
                unit.name, unit.name
            )
        }));
    }
    out
}

fn message(name: &str, by_thread: &Unit, by_process: &Unit) -> String {
    let (a, b) = (&by_thread.name, &by_process.name);
    let of_upcc = |n: &Note| n.mode == Mode::Pthreads;
    let also = if by_process.notes.iter().any(of_upcc) {
        String::new()
    } else {
        format!("compile {b} with upcc -pthreads too, so that each thread has its own, or ")
    };
    format!(
        "variable '{name}' belongs to each UPC thread in {a}, which is compiled with \
        -pthreads, and to the whole process in {b}; {also}compile {a} with \
        -fno-upc-privatize={name}, so that the threads of a process share it"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(name: &str, data: [&[&str]; 3], undefined: &[&str]) -> Unit {
        let own = |l: &[&str]| l.iter().map(|s| s.to_string()).collect();
        let [defined, used, process] = data;
        let data = Data {
            defined_by_thread: own(defined),
            used_by_thread: own(used),
            defined_by_process: own(process),
            zero: HashSet::new(),
        };
        let undefined = undefined.iter().map(|s| s.to_string()).collect();
        Unit { name: name.into(), undefined, data, ..Unit::default() }
    }

    #[test]
    fn definitions_and_uses_are_of_one_kind() {
        let main = unit("m.o", [&["mine"], &["theirs"], &["fixed"]], &["theirs", "f"]);
        let same = unit("n.o", [&["theirs"], &["mine"], &[]], &["mine", "fixed"]);
        assert_eq!(disagreements(&[main, same]), [""; 0]);
        let main = unit("m.o", [&["mine"], &["theirs"], &[]], &["theirs"]);
        let plain = unit("p.o", [&[], &[], &["theirs"]], &["mine"]);
        let said = disagreements(&[main, plain]);
        assert_eq!(said.len(), 2);
        assert!(
            said[0].starts_with("variable 'mine' belongs to each UPC thread in m.o"),
            "{said:?}"
        );
        assert!(said[1].contains("in p.o; compile p.o with upcc -pthreads too"), "{said:?}");
        assert!(said[1].contains("compile m.o with -fno-upc-privatize=theirs"), "{said:?}");
    }
}
