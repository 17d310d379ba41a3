//! Sample reports for tests and for looking at: JSON laid over the report of an empty body.

use serde_json::Value;

use crate::{Context, Inspection, Options, Report};

/// Names and JSON of the samples.
pub(crate) const SAMPLES: [(&str, &str); 7] = [
    ("over", include_str!("../../examples/looks/over.json")),
    ("kept", include_str!("../../examples/looks/kept.json")),
    ("band", include_str!("../../examples/looks/band.json")),
    ("image", include_str!("../../examples/looks/image.json")),
    ("small", include_str!("../../examples/looks/small.json")),
    ("feed", include_str!("../../examples/looks/feed.json")),
    ("hostile", include_str!("../../examples/looks/hostile.json")),
];

/// The sample of that name.
pub(crate) fn sample(name: &str) -> Report {
    let json = SAMPLES.iter().find(|(other, _)| *other == name).map(|(_, json)| *json).unwrap();
    let mut report = serde_json::to_value(Inspection::new(Options::default()).finish(Context::default())).unwrap();
    overlay(&mut report, serde_json::from_str(json).unwrap());
    serde_json::from_value(report).unwrap()
}

fn overlay(under: &mut Value, over: Value) {
    match (under, over) {
        (Value::Object(under), Value::Object(over)) => {
            for (key, value) in over {
                overlay(under.entry(key).or_insert(Value::Null), value);
            }
        }
        (under, over) => *under = over,
    }
}
