// SPDX-License-Identifier: Apache-2.0
//! The winners as a picture (SVG): a block for each operation, a row for each class, layout and
//! number of threads, a cell for each size. The colour of a cell is that of its algorithm, paler if
//! it gains less over the shipped choice.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::chart::size;
use crate::grid::Line;
use crate::smooth::Winner;

const LABEL: usize = 150;
const CELL: (usize, usize) = (112, 20);
const MARGIN: usize = 12;

/// The whole file; `machine` is in its title.
pub fn svg(winners: &BTreeMap<Line, Vec<Winner>>, machine: &str) -> String {
    let mut body = String::new();
    let mut y = MARGIN + 20;
    text(&mut body, MARGIN, y, "title", &format!("Algorithms of the collectives on {machine}"));
    let mut operation = "";
    for (line, of_line) in winners {
        if line.operation != operation {
            operation = &line.operation;
            y += 2 * CELL.1;
            text(&mut body, MARGIN, y, "operation", operation);
        }
        y += CELL.1;
        text(
            &mut body,
            MARGIN,
            y + 14,
            "label",
            &format!("{} {}, {}", line.threads, line.layout.word(), line.class),
        );
        for (column, winner) in of_line.iter().enumerate() {
            cell(&mut body, LABEL + MARGIN + column * CELL.0, y, winner);
        }
    }
    let columns = winners.values().map(Vec::len).max().unwrap_or(0);
    framed(&body, LABEL + 2 * MARGIN + columns * CELL.0, y + CELL.1 + MARGIN)
}

fn framed(body: &str, width: usize, height: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"9\">\n\
         <style>.title{{font-size:14px;font-weight:bold}}\
         .operation{{font-size:12px;font-weight:bold}}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

fn text(body: &mut String, x: usize, y: usize, class: &str, words: &str) {
    let _ = writeln!(body, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{}</text>", escaped(words));
}

fn cell(body: &mut String, x: usize, y: usize, winner: &Winner) {
    let gain =
        winner.cell.ns.get(&winner.cell.shipped).map_or(1.0, |shipped| shipped / winner.ns());
    let _ = writeln!(
        body,
        "<g><title>{} bytes: {} {:.0} ns; shipped: {} ({gain:.2} times as long)</title>\
         <rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{}\" fill-opacity=\"{:.2}\"/>",
        winner.cell.bytes,
        escaped(&winner.algorithm),
        winner.ns(),
        escaped(&winner.cell.shipped),
        CELL.0 - 1,
        CELL.1 - 1,
        colour(&winner.algorithm),
        (0.35 + 0.5 * (gain - 1.0)).clamp(0.35, 1.0)
    );
    let label = format!("{} {}", size(winner.cell.bytes), winner.algorithm);
    text(body, x + 3, y + 13, "cell", &shortened(&label, 22));
    body.push_str("</g>\n");
}

/// The colour of an algorithm, the same in every picture.
fn colour(algorithm: &str) -> String {
    let hash =
        algorithm.bytes().fold(5381u32, |hash, byte| hash.wrapping_mul(33) ^ u32::from(byte));
    format!("hsl({},70%,55%)", hash % 360)
}

fn shortened(label: &str, most: usize) -> String {
    if label.chars().count() <= most {
        return label.to_owned();
    }
    label.chars().take(most - 1).chain(['…']).collect()
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::plan::Layout;

    #[test]
    fn a_row_and_its_cells() {
        let line = Line {
            operation: "reduce".into(),
            layout: Layout::Processes,
            class: "strong".into(),
            threads: 2,
        };
        let ns = BTreeMap::from([("post".to_owned(), 100.0), ("pull".to_owned(), 150.0)]);
        let cell = Cell { bytes: 2048, ns, shipped: "pull".into() };
        let winner = Winner { cell, algorithm: "post".into(), most_bytes: 2048 };
        let picture = svg(&BTreeMap::from([(line, vec![winner])]), "a <b> & c");
        assert!(picture.contains("on a &lt;b&gt; &amp; c</text>"));
        assert!(
            picture.contains(">2 processes, strong</text>") && picture.contains(">2K post</text>")
        );
        assert!(picture.contains("shipped: pull (1.50 times as long)"));
        assert_eq!(picture.matches("<g>").count(), picture.matches("</g>").count());
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("pull_binomial_flat_static", 10), "pull_bino…");
    }
}
