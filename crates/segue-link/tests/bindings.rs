//! The TypeScript types of the door are those of the Rust types; `cargo xtask bindings` writes
//! them, and a stale file fails here.

use std::path::Path;

use segue_door::{DesktopAction, DesktopAnswer, Event, Failure, METHODS, Reply, Request, Who};
use segue_link::frames::{FromClient, FromHost};
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui/src/bindings/door.ts");

const HEADING: &str = "\
// The node's door, from the Rust types in crates/segue-door. Written by `cargo xtask bindings`;
// do not edit.
";

#[test]
fn typescript_types_are_current() {
    let expected = generate();
    if std::env::var_os("SEGUE_WRITE_BINDINGS").is_some() {
        std::fs::create_dir_all(Path::new(FILE).parent().unwrap()).unwrap();
        std::fs::write(FILE, &expected).unwrap();
    }
    let found = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        found == expected,
        "ui/src/bindings/door.ts is stale: run `cargo xtask bindings`"
    );
}

/// Every type that can be reached from the door, each declared once, in alphabetical order.
fn generate() -> String {
    let mut collect = Collect {
        config: Config::default(),
        declarations: Default::default(),
    };
    collect.visit::<Request>();
    collect.visit::<Reply>();
    collect.visit::<Event>();
    collect.visit::<Failure>();
    collect.visit::<DesktopAction>();
    collect.visit::<DesktopAnswer>();
    collect.visit::<FromClient>();
    collect.visit::<FromHost>();
    let mut text = HEADING.to_owned();
    text.push_str(&methods());
    for declaration in collect.declarations.values() {
        text.push_str("\nexport ");
        text.push_str(declaration);
        text.push('\n');
    }
    text
}

/// What a page goes by: which methods there are for it, and what is known about each.
fn methods() -> String {
    let mut text = "
/**
 * Every method a page may ask: whether asking twice is the same as asking once, and whether it may
 * take as long as a large conversation takes.
 */
export const METHODS = {
"
    .to_owned();
    for row in METHODS
        .iter()
        .filter(|row| row.callers.contains(&Who::Page))
    {
        let (name, reads, slow) = (row.name, row.only_reads(), row.slow);
        text.push_str(&format!("  {name}: {{ reads: {reads}, slow: {slow} }},\n"));
    }
    text.push_str("} as const;\n");
    text
}

struct Collect {
    config: Config,
    declarations: std::collections::BTreeMap<String, String>,
}

impl TypeVisitor for Collect {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types without a file of their own are part of the language, or wrap others.
        if T::output_path().is_none() {
            return T::visit_generics(self);
        }
        let name = T::ident(&self.config);
        if self.declarations.contains_key(&name) {
            return;
        }
        self.declarations.insert(name, T::decl(&self.config));
        T::visit_dependencies(self);
    }
}
