// SPDX-License-Identifier: Apache-2.0
//! Broken programs never panic and never hang: mutations from a fixed seed.

mod common;

use upc_syntax::Dialect;

const SEED_PROGRAM: &str = r#"
typedef int T; typedef struct node { struct node *next; shared [4] T *p; int b : 3; } node_t;
enum color { RED, GREEN = 2 }; extern shared [*] double grid[64*THREADS];
static shared strict int flag;
#pragma upc strict
int (*table[3])(int, char **) = { 0, [2] = 0 };
int old(a, b) int a; char *b; { return a + *b; }
static inline T work(int n, double m[static n], ...) {
#pragma upc relaxed
  int i, j = 0x1f; shared [] char *q = (shared [] char *)&grid[3];
  upc_forall (i = 0; i < n; i++; &grid[i]) {
    grid[i] = m[i] * 2.5e3 + sizeof(T [3]) - upc_blocksizeof(grid); }
  upc_forall (int k = 0; k < 9; k++; continue) if (k) continue; else break;
  switch (n) { case 1 ... 3: j++; default: goto out; }
  do { upc_notify i; upc_wait i; } while (flag == 0 && !j || ~n);
  for (;;) { asm volatile ("nop" : "=r"(j) : "0"(i) : "memory"); upc_fence; upc_barrier 5; break; }
  T (*fp)(int) = ({ int z = j ? i : n; (T (*)(int))0; }); struct node v = { .next = 0, .b = 1 };
  _Static_assert(sizeof(int) == 4, "int"); __attribute__((unused)) char c = '\n';
  char *s = "a" "b\"";
out: return _Generic(j, int: MYTHREAD, default: v.next->p[0]) , __builtin_offsetof(struct node, b);
}
"#;

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let len = match c.is_alphanumeric() || c == '_' {
            true => rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()),
            false => c.len_utf8(),
        };
        words.push(&rest[..len]);
        rest = &rest[len..];
    }
    words
}

#[test]
fn the_seed_is_right() {
    assert_eq!(common::parse(SEED_PROGRAM, Dialect::default()), Vec::<String>::new());
}

#[test]
fn mutated_tokens() {
    let original = words(SEED_PROGRAM);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..3000 {
        let mut mutant = original.clone();
        for _ in 0..1 + random.below(4) {
            let (i, j) = (random.below(mutant.len()), random.below(mutant.len()));
            match random.below(4) {
                0 => drop(mutant.remove(i)),
                1 => mutant.swap(i, j),
                2 => mutant.insert(i, original[random.below(original.len())]),
                _ => mutant[i] = original[random.below(original.len())],
            }
        }
        common::parse(
            &mutant.concat(),
            Dialect { c23: random.below(2) == 0, ..Dialect::default() },
        );
    }
}

#[test]
fn mutated_bytes() {
    let mut random = Random(42);
    for _ in 0..3000 {
        let mut bytes = SEED_PROGRAM.as_bytes().to_vec();
        for _ in 0..1 + random.below(6) {
            let i = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[i] = random.below(256) as u8,
                1 => bytes[i] = b"\"'\\#/*{}()[];,<\n\xc3\xa9"[random.below(18)],
                _ => bytes.truncate(i.max(1)),
            }
        }
        common::parse(&String::from_utf8_lossy(&bytes), Dialect::default());
    }
}

#[test]
fn noise() {
    let mut random = Random(7);
    for _ in 0..2000 {
        let alphabet = b"#\"'\\/ab1.{}()[]*=;:,<>%&\n \x00\xe2\x80\x9c\xff";
        let bytes: Vec<u8> =
            (0..random.below(200)).map(|_| alphabet[random.below(alphabet.len())]).collect();
        common::parse(&String::from_utf8_lossy(&bytes), Dialect::default());
    }
}
