//! A small session with everything in it: what of it survives each converter.

use std::path::Path;

use anyhow::Result;
use segue_testkit::{Item, World, scene};

use super::super::count::{self, Held};
use super::{ALL, Place, brief};

/// A text in a branch of the conversation that the person went back from.
const TAKEN_BACK: &str = "This was taken back.";

/// Converts the scene with each and names what is missing.
pub fn run(programs: &Path) -> Result<()> {
    let expected = scene::items(false);
    println!("\nA small session with everything in it, to Codex: what the next model is told");
    for converter in ALL {
        let world = World::with_programs(programs);
        let project = world.home().join("their");
        std::fs::create_dir_all(&project)?;
        scene::claude(world.home(), &project, false);
        let place = Place {
            world,
            project,
            session: scene::CLAUDE_SESSION.to_owned(),
        };
        let codex = place.world.home().join(".codex");
        let done = place
            .convert(converter)
            .and_then(|_| count::codex(&codex, scene::TITLE));
        let held = match done {
            Ok(held) => held,
            Err(error) => {
                println!("  {:<24} NOT COMPARED: {}", converter.name(), brief(&error));
                continue;
            }
        };
        let mut missing: Vec<String> = expected
            .iter()
            .filter(|item| !has(&held, item))
            .map(|item| {
                brief(&anyhow::anyhow!("{item:?}"))
                    .chars()
                    .take(70)
                    .collect()
            })
            .collect();
        let images = expected.iter().filter(|item| is_image(item)).count() as u64;
        if held.images < images {
            missing.push(format!("{} of {images} pictures", images - held.images));
        }
        if !held.title {
            missing.push("the title".to_owned());
        }
        println!(
            "  {:<24} {} of {} kept; taken-back branch {}; the sender's private things {}",
            converter.name(),
            (expected.len() + 1).saturating_sub(missing.len()),
            expected.len() + 1,
            told(held.person.iter().any(|said| said == TAKEN_BACK)),
            told(count::anywhere(&codex, scene::PRIVATE)?),
        );
        for item in missing {
            println!("      missing: {item}");
        }
    }
    Ok(())
}

fn told(travelled: bool) -> &'static str {
    if travelled { "TRAVELLED" } else { "stayed" }
}

fn is_image(item: &Item) -> bool {
    matches!(item, Item::Image { .. })
}

/// Checks whether a session contains an item. Pictures are counted elsewhere, not compared.
fn has(held: &Held, item: &Item) -> bool {
    match item {
        Item::User(text) => held.person.contains(text),
        Item::Agent(text) => held.agent.contains(text),
        Item::Call { name, input, .. } => held.calls.contains(&(name.clone(), input.clone())),
        Item::Result { text, .. } => held.results.iter().any(|result| result.contains(text)),
        _ => true,
    }
}
