use super::*;
use crate::message::Messages;
use crate::view::sample::{SAMPLES, sample};

fn ruler(report: &Report) -> RulerView {
    RulerView::new(report, Words(&Messages::default()))
}

fn labels(view: &RulerView) -> Vec<&str> {
    view.ticks.iter().filter_map(|tick| tick.label.as_ref().map(|(_, _, text)| text.as_str())).collect()
}

#[test]
fn over_the_limit_the_scale_is_the_body_and_the_band_stands_where_it_is() {
    let report = sample("over");
    let edges = ruler(&report).edges.unwrap();
    assert_eq!(edges.cut, Share::of(1_998_696, 3_149_368));
    assert_eq!(edges.cut.to_string(), "63.463%");
    assert_eq!(edges.band, edges.cut.to(Share::of(2_097_152, 3_149_368)));
    assert_eq!(edges.doubtful, edges.band, "the body fills the band");
    assert_eq!(edges.lost.1, Share::of(2_097_152, 3_149_368).to(Share::of(1, 1)));
}

#[test]
fn under_the_limit_the_scale_is_the_limit_and_the_rest_stays_empty() {
    let view = ruler(&sample("kept"));
    let drawn = view.paints.iter().flat_map(|paint| &paint.rectangles).map(|(x, width)| (*x, *width));
    let end = drawn.max_by_key(|(x, _)| *x).unwrap();
    assert!(end.0 < Share::of(412_118, 2_097_152) && Share::of(0, 1) < end.1);
    let edges = view.edges.unwrap();
    assert_eq!(edges.cut, Share::of(1_998_696, 2_097_152));
    assert!(edges.doubtful.is_nothing() && edges.lost.1.is_nothing());
}

#[test]
fn a_body_that_ends_in_the_band_is_doubtful_up_to_its_end() {
    let report = sample("band");
    let edges = ruler(&report).edges.unwrap();
    assert_eq!(edges.doubtful, edges.cut.to(Share::of(report.page.body_bytes, 2_097_152)));
    assert!(edges.lost.1.is_nothing());
}

#[test]
fn without_a_published_limit_there_is_no_edge() {
    let view = ruler(&sample("image"));
    assert!(view.edges.is_none());
    assert_eq!(view.captions[0].text, "limit not published");
    assert!(view.spoken.contains("No limit is published."), "{}", view.spoken);
}

#[test]
fn steps_of_one_group_are_one_rectangle_and_cover_the_body() {
    let mut report = sample("kept");
    report.page.body_bytes = 95;
    report.limit.latest = Some(200);
    report.ruler.step_bytes = 10;
    let step = |group: &str, steps: usize| vec![group.to_owned(); steps];
    report.ruler.groups = [step("style", 4), step("text", 3), step("style", 2), step("unheard-of", 1)].concat();
    let view = ruler(&report);
    let paint = |group: &str| &view.paints.iter().find(|paint| paint.group == group).unwrap().rectangles;
    assert_eq!(*paint("style"), [(Share::of(0, 200), Share::of(40, 200)), (Share::of(70, 200), Share::of(20, 200))]);
    assert_eq!(*paint("text"), [(Share::of(40, 200), Share::of(30, 200))]);
    assert_eq!(*paint("rest"), [(Share::of(90, 200), Share::of(5, 200))], "the last step ends with the body");
}

#[test]
fn a_ruler_of_a_million_steps_is_drawn_in_a_few_hundred() {
    let mut report = sample("over");
    report.ruler.step_bytes = 3;
    report.ruler.groups = ["text", "style", "script"].map(str::to_owned).into_iter().cycle().take(1_000_000).collect();
    let view = ruler(&report);
    assert!(view.paints.iter().map(|paint| paint.rectangles.len()).sum::<usize>() <= STEPS);
}

#[test]
fn what_is_lost_gets_its_label_first() {
    let view = ruler(&sample("over"));
    let labels = labels(&view);
    for text in ["canonical", "JSON-LD", "first content 1.33 MB"] {
        assert!(labels.contains(&text), "{labels:?}");
    }
    assert!(labels[0].starts_with("title"), "{labels:?}");
    assert!(labels.len() <= LABELLED);
}

#[test]
fn neighbours_share_a_tick_and_no_label_lies_on_another() {
    for (name, _) in SAMPLES {
        let report = sample(name);
        let view = ruler(&report);
        for (index, tick) in view.ticks.iter().enumerate() {
            let Some((anchor, y, text)) = &tick.label else { continue };
            let (left, right) = reach(tick.x, *anchor, text);
            assert!(left >= -0.5 && right <= NARROWEST + 0.5, "{name}: {text} leaves the drawing");
            for other in &view.ticks[index + 1..] {
                let Some((other_anchor, other_y, other_text)) = &other.label else { continue };
                let (other_left, other_right) = reach(other.x, *other_anchor, other_text);
                let apart = y != other_y || right < other_left || other_right < left;
                assert!(apart, "{name}: {text} lies on {other_text}");
            }
        }
    }
}

fn reach(x: Share, anchor: Anchor, text: &str) -> (f64, f64) {
    let (at, pixels) = (x.pixels(NARROWEST) + f64::from(anchor.dx), text_pixels(text));
    match anchor.name {
        "start" => (at, at + pixels),
        "end" => (at - pixels, at),
        _ => (at - pixels / 2.0, at + pixels / 2.0),
    }
}

#[test]
fn labels_keep_apart_wherever_the_marks_stand() {
    let mut state = 7_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let names = ["title", "canonical", "first content 1.33 MB", "JSON-LD", "h2"];
    for round in 0..2_000 {
        let mut marks: Vec<Mark> = (0..random(8))
            .map(|index| {
                let name = names[random(5) as usize].to_owned();
                Mark { offset: random(1_000), name, fate: Fate::Kept, rank: index, pixels: 0.0, spoken: String::new() }
            })
            .collect();
        marks.sort_by_key(|mark| mark.offset);
        let ticks = ticks(marks, Window { from: 0, to: 1_000 });
        let reaches: Vec<(u32, f64, f64)> = ticks
            .iter()
            .filter_map(|tick| {
                let (anchor, y, text) = tick.label.as_ref()?;
                let (left, right) = reach(tick.x, *anchor, text);
                Some((*y, left, right))
            })
            .collect();
        for (index, a) in reaches.iter().enumerate() {
            assert!(a.1 >= -0.5 && a.2 <= NARROWEST + 0.5, "round {round}: {a:?}");
            for b in &reaches[index + 1..] {
                assert!(a.0 != b.0 || a.2 < b.1 || b.2 < a.1, "round {round}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn the_drawing_is_told_in_full() {
    let view = ruler(&sample("over"));
    for part in [
        "The page to scale: 3.15 MB of body.",
        "The fetch stops between 2.00 MB and 2.10 MB.",
        "canonical at 2.39 MB, lost.",
        "first content 1.33 MB at 1.33 MB, kept.",
    ] {
        assert!(view.spoken.contains(part), "{part} in {}", view.spoken);
    }
}
