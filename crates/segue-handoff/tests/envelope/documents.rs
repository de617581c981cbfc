//! What is published is what the types say.

use std::path::{Path, PathBuf};

use segue_handoff::{Code, schema};
use serde_json::Value;

fn docs(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/handoff")
        .join(file)
}

/// `SEGUE_UPDATE_SCHEMA=1` writes it anew.
#[test]
fn the_published_schema_is_the_one_of_the_types() {
    let path = docs("envelope.schema.json");
    if std::env::var_os("SEGUE_UPDATE_SCHEMA").is_some() {
        let text = serde_json::to_string_pretty(&schema()).unwrap();
        std::fs::write(&path, text + "\n").unwrap();
    }
    let published: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(
        published,
        schema(),
        "run the tests with SEGUE_UPDATE_SCHEMA=1"
    );
    assert!(jsonschema::meta::is_valid(&published));
    assert_eq!(
        published["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    assert!(published.get("additionalProperties").is_none());
    assert!(published.get("unevaluatedProperties").is_none());
}

#[test]
fn every_code_is_documented_with_its_meaning() {
    let text = std::fs::read_to_string(docs("README.md")).unwrap();
    for code in Code::ALL {
        let row = format!("| `{code}` | {} |", code.meaning());
        assert!(text.contains(&row), "docs/handoff/README.md lacks: {row}");
    }
}
