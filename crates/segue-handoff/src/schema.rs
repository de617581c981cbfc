//! The JSON Schema of the whole envelope, made from the types.
//!
//! It describes what Segue writes; the reader forgives a little more. What a status needs is
//! not in the shape of a flat object, so it is added as conditions. Members nobody knows are
//! allowed everywhere.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use serde_json::{Value, json};

use crate::envelope::{Status, Whole};

/// The address of the schema. Nothing is there: it is a name.
const ID: &str = "urn:segue:handoff:envelope:v1";

/// Builds the schema of an addressed envelope, draft 2020-12.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    let mut schema = generator.root_schema_for::<Whole>();
    RecursiveTransform(never_null).transform(&mut schema);
    schema.insert("$id".to_owned(), json!(ID));
    schema.insert("allOf".to_owned(), conditions());
    schema.to_value()
}

/// Removes `null` from a schema: what is not there is left out, never written as `null`.
fn never_null(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|one| one != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(any)) = schema.get_mut("anyOf") {
        any.retain(|one| *one != json!({"type": "null"}));
        if let [only] = any.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            if let Value::Object(only) = only {
                for (name, value) in only {
                    schema.insert(name, value);
                }
            }
        }
    }
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.retain(|one| !one.is_null());
    }
}

fn conditions() -> Value {
    let summary = json!({"required": ["summary"]});
    let some = json!({"minItems": 1});
    let decidable = json!({"minItems": 1, "items": {
        "required": ["resolution_options"],
        "properties": {"resolution_options": {"minItems": 1, "contains": {"pattern": r"\S"}}},
    }});
    let both = json!(["results", "blockers"]);
    json!([
        when(
            Status::Success,
            &json!(["results"]),
            &json!({"results": summary})
        ),
        when(
            Status::Partial,
            &both,
            &json!({"results": summary, "blockers": some})
        ),
        when(
            Status::Blocked,
            &json!(["blockers"]),
            &json!({"blockers": decidable})
        ),
        when(
            Status::Error,
            &json!(["blockers"]),
            &json!({"blockers": some})
        ),
    ])
}

fn when(status: Status, required: &Value, properties: &Value) -> Value {
    json!({
        "if": {"required": ["status"], "properties": {"status": {"const": status}}},
        "then": {"required": required, "properties": properties},
    })
}
