//! What came out of the work so far.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::bounds::LIST;
use crate::choice::choice;
use crate::text::{Long, PathText, Short};

/// Results that say what was done.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    pub summary: Long,
    /// What came out of it.
    pub output: Output,
}

/// Results of work that did not come to its end: a summary is welcome, not needed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Results", description = "What came out of the work so far.")]
pub struct Attempt {
    /// What was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<Long>,
    /// What came out of it.
    #[serde(flatten)]
    pub output: Output,
}

/// What came out of the work, beside its summary.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Output {
    /// Files it made or changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = LIST))]
    pub artifacts: Vec<Artifact>,
    /// Figures, free of form.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub metrics: Map<String, Value>,
    /// Whether and how it was checked.
    #[serde(skip_serializing_if = "Verification::is_empty")]
    pub verification: Verification,
}

/// A file the work made or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Artifact {
    /// What it is called.
    pub name: Short,
    /// Where it is, from the root of the project.
    pub path: PathText,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: ArtifactKind,
    /// What it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Long>,
}

choice! {
    /// What an artifact is.
    ArtifactKind {
        /// A program or a part of one.
        Code = "code",
        /// Something to read.
        Document = "document",
        /// Settings of a program.
        Config = "config",
        /// Something a program reads.
        Data = "data",
        /// The outcome of a check or a study.
        Report = "report",
    }
}

/// Whether and how the work was checked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(!deny_unknown_fields)]
pub struct Verification {
    /// Whether the tests passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests_passed: Option<bool>,
    /// How much the tests cover.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<f64>,
    /// Whether it was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_verified: Option<bool>,
    /// How it was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification_method: Option<Long>,
}

impl Results {
    /// Creates results with nothing but a summary.
    pub fn new(summary: Long) -> Self {
        Self {
            summary,
            output: Output::default(),
        }
    }
}

impl From<Results> for Attempt {
    fn from(results: Results) -> Self {
        Self {
            summary: Some(results.summary),
            output: results.output,
        }
    }
}

impl Attempt {
    /// Checks whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Verification {
    /// Checks whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl ArtifactKind {
    /// Guesses what a file is from the extension of its name.
    pub fn guess(path: &str) -> Self {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "md" | "txt" | "rst" | "adoc" | "pdf" | "doc" | "docx" | "odt" | "tex" => {
                Self::Document
            }
            "toml" | "yaml" | "yml" | "ini" | "cfg" | "conf" | "env" | "lock" | "properties" => {
                Self::Config
            }
            "json" | "jsonl" | "csv" | "tsv" | "parquet" | "xml" | "db" | "sqlite" | "png"
            | "jpg" | "jpeg" | "gif" | "webp" => Self::Data,
            "log" | "html" | "lcov" | "sarif" => Self::Report,
            "" => Self::Document,
            _ => Self::Code,
        }
    }
}
