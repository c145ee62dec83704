// SPDX-License-Identifier: Apache-2.0
//! Records of shared objects in `.upc.decl` (docs/abi.md section 6).

/// How a unit declares a shared object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Definition,
    Tentative,
    Extern,
}

/// One declaration of a shared object of external linkage. Sizes and counts unknown in the unit are
/// `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decl {
    pub name: String,
    pub kind: Kind,
    /// Bytes in each thread's segment.
    pub local_size: Option<u64>,
    /// In elements; 0: indefinite.
    pub block_size: u64,
    /// Bytes of the ultimate element type.
    pub element_size: u64,
    /// Elements: `N`, or `N*T` for a multiple of THREADS.
    pub total: Option<String>,
    /// The type as a user writes it.
    pub ty: String,
    /// `file:line`.
    pub place: String,
}

/// Reads a section. Errors: a line is not a record.
pub fn read(section: &[u8]) -> Result<Vec<Decl>, String> {
    // Sections are padded with NULs where the linker merges them.
    let text = String::from_utf8_lossy(section).replace('\0', "");
    text.lines()
        .filter(|l| !l.is_empty())
        .map(|l| parse(l).ok_or_else(|| format!("its .upc.decl section has the line '{l}'")))
        .collect()
}

fn parse(line: &str) -> Option<Decl> {
    let mut fields = line.split('\t');
    let name = fields.next()?.to_string();
    let kind = match fields.next()? {
        "def" => Kind::Definition,
        "tentative" => Kind::Tentative,
        "extern" => Kind::Extern,
        _ => return None,
    };
    let local_size = fields.next()?.parse().ok().filter(|&n| n != 0);
    let block_size = fields.next()?.parse().ok()?;
    let element_size = fields.next()?.parse().ok()?;
    let total = Some(fields.next()?)
        .filter(|t| !matches!(*t, "" | "0" | "0*T" | "-" | "?"))
        .map(String::from);
    let ty = fields.next()?.to_string();
    let place = fields.next()?.to_string();
    Some(Decl { name, kind, local_size, block_size, element_size, total, ty, place })
}

/// The conflict between two declarations of one object in different units (UPC 6.5.1.1p13, C
/// 6.2.7p2), if anything.
pub fn conflict(a: &Decl, b: &Decl) -> Option<String> {
    let both = |what: &str, x: &str, y: &str| {
        Some(format!(
            "shared object '{}' has {what} {x} at {} ({}) but {y} at {} ({})",
            a.name, a.place, a.ty, b.place, b.ty
        ))
    };
    let block = |n: u64| if n == 0 { "indefinite".to_string() } else { n.to_string() };
    if a.kind == Kind::Definition && b.kind == Kind::Definition {
        return Some(format!(
            "shared object '{}' is defined at {} and again at {}",
            a.name, a.place, b.place
        ));
    }
    if a.block_size != b.block_size {
        return both("block size", &block(a.block_size), &block(b.block_size));
    }
    if a.element_size != b.element_size {
        return both("element size", &a.element_size.to_string(), &b.element_size.to_string());
    }
    if let (Some(x), Some(y)) = (&a.total, &b.total) {
        if x != y {
            let elements = |t: &str| {
                t.strip_suffix("*T").map_or_else(|| t.to_string(), |n| format!("{n}*THREADS"))
            };
            return both("a length of", &elements(x), &elements(y));
        }
    }
    match (a.local_size, b.local_size) {
        (Some(x), Some(y)) if x != y => both("a local size of", &x.to_string(), &y.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decl(line: &str) -> Decl {
        read(line.replace(' ', "\t").as_bytes()).unwrap().remove(0)
    }

    #[test]
    fn records_come_back() {
        let d = decl("x def 40 10 4 10*T int a.upc:3");
        assert_eq!(
            (d.kind, d.local_size, d.block_size, d.total.as_deref()),
            (Kind::Definition, Some(40), 10, Some("10*T"))
        );
        assert!(read(b"x\tdef\n").is_err());
        assert_eq!(read(b""), Ok(vec![]));
    }

    #[test]
    fn conflicts() {
        let def = decl("x def 40 10 4 10*T int a.upc:3");
        assert!(conflict(&def, &decl("x extern 40 10 4 10*T int b.upc:1")).is_none());
        assert!(conflict(&def, &decl("x extern 0 10 4 0 int b.upc:1")).is_none());
        assert!(conflict(&def, &decl("x tentative 40 10 4 10*T int b.upc:1")).is_none());
        let says = |line: &str| conflict(&def, &decl(line)).unwrap();
        assert!(says("x extern 40 0 4 10*T int b.upc:1")
            .contains("block size 10 at a.upc:3 (int) but indefinite at b.upc:1"));
        assert!(says("x extern 40 10 8 10*T int b.upc:1").contains("element size 4"));
        assert!(says("x extern 40 10 4 20*T int b.upc:1").contains("20*THREADS"));
        assert!(says("x def 40 10 4 10*T int b.upc:9")
            .contains("defined at a.upc:3 and again at b.upc:9"));
    }
}
