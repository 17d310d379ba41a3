//! The ledger to scale: groups above, their leaves below, and the table that says the same in numbers.

use askama::Template;

use super::scale::Share;
use super::words::Words;
use crate::ledger::{Category, Group};
use crate::number;
use crate::order;
use crate::report::Report;

/// Width of the map in the narrowest window and in a wide one, in pixels.
const WIDTHS_PX: [f64; 2] = [348.0, 760.0];
/// Room for one character of a name, and for the space around a name, in pixels.
const CHARACTER_PX: f64 = 7.0;
const AROUND_PX: f64 = 12.0;

#[derive(Template)]
#[template(path = "map.html")]
pub(super) struct MapView<'a> {
    words: Words<'a>,
    whole: String,
    boxes: Vec<Piece>,
    groups: Vec<TableGroup>,
    sum: [String; 4],
    has_cut: bool,
}

/// A box of the map.
struct Piece {
    group: &'static str,
    row: u8,
    x: Share,
    width: Share,
    kept: Share,
    name: String,
    /// Whether the name has room in every window, in a wide one, or in none.
    room: &'static str,
    spoken: String,
    is_stop: bool,
}

struct TableGroup {
    group: &'static str,
    cells: [String; 4],
    leaves: Vec<[String; 4]>,
}

impl<'a> MapView<'a> {
    pub(super) fn new(report: &Report, words: Words<'a>) -> Self {
        let body = report.page.body_bytes;
        let kept_of_body = report.limit.earliest.map_or(body, |earliest| earliest.min(body));
        let mut view = Self {
            words,
            whole: words.with("view_map_whole", &[&number::bytes_exact(body)]),
            boxes: Vec::new(),
            groups: Vec::new(),
            sum: cells(words.say("view_map_sum"), body, kept_of_body, body),
            has_cut: kept_of_body < body,
        };
        let mut x = 0;
        for group in groups(report) {
            let name = words.say(&format!("group_{}", group.group.name()));
            view.boxes.push(piece(group.group, 0, x, (group.bytes, group.kept), body, name.clone(), words));
            let mut leaf_x = x;
            let mut leaves = Vec::new();
            for &(category, bytes, kept) in &group.leaves {
                let name = words.say(&format!("category_{}", category.name()));
                view.boxes.push(piece(group.group, 1, leaf_x, (bytes, kept), body, name.clone(), words));
                leaves.push(cells(name, bytes, kept, body));
                leaf_x = leaf_x.saturating_add(bytes);
            }
            x = x.saturating_add(group.bytes);
            let cells = cells(name, group.bytes, group.kept, body);
            view.groups.push(TableGroup { group: group.group.name(), cells, leaves });
        }
        view
    }
}

struct Sums {
    group: Group,
    bytes: u64,
    kept: u64,
    leaves: Vec<(Category, u64, u64)>,
}

/// Groups with their leaves, largest first.
fn groups(report: &Report) -> Vec<Sums> {
    let mut sums: Vec<Sums> =
        Group::ALL.into_iter().map(|group| Sums { group, bytes: 0, kept: 0, leaves: Vec::new() }).collect();
    for row in report.ledger.iter().filter(|row| row.bytes > 0) {
        let category = Category::of_name(&row.category).unwrap_or(Category::Other);
        let kept = row.bytes_kept_earliest.min(row.bytes);
        if let Some(sum) = sums.iter_mut().find(|sum| sum.group == category.group()) {
            sum.bytes = sum.bytes.saturating_add(row.bytes);
            sum.kept = sum.kept.saturating_add(kept);
            sum.leaves.push((category, row.bytes, kept));
        }
    }
    sums.retain(|sum| sum.bytes > 0);
    for sum in &mut sums {
        sum.leaves = order::by_key(std::mem::take(&mut sum.leaves), |(_, bytes, _)| u64::MAX - bytes);
    }
    order::by_key(sums, |sum| u64::MAX - sum.bytes)
}

fn piece(group: Group, row: u8, x: u64, (bytes, kept): (u64, u64), body: u64, name: String, words: Words<'_>) -> Piece {
    let width = Share::of(x.saturating_add(bytes), body);
    let width = Share::of(x, body).to(width);
    let needed = name.chars().count() as f64 * CHARACTER_PX + AROUND_PX;
    let room = match WIDTHS_PX.map(|window| width.pixels(window) >= needed) {
        [true, _] => "named",
        [_, true] => "roomy",
        _ => "unnamed",
    };
    let share = number::percent_of(bytes, body);
    let size = number::bytes(bytes);
    let spoken = match bytes - kept {
        0 => words.with("view_map_piece", &[&name, &size, &share]),
        past => words.with("view_map_piece_past", &[&name, &size, &share, &number::bytes(past)]),
    };
    // What is less than two pixels wide can be neither seen nor hit: the table has it.
    let is_stop = width.pixels(WIDTHS_PX[1]) >= 2.0;
    Piece {
        group: group.name(),
        row,
        x: Share::of(x, body),
        width,
        kept: Share::of(kept, bytes),
        name,
        room,
        spoken,
        is_stop,
    }
}

fn cells(name: String, bytes: u64, kept: u64, body: u64) -> [String; 4] {
    [name, number::count(bytes), number::percent_of(bytes, body), number::count(kept)]
}

#[cfg(test)]
mod tests;
