//! The figures as tables, for people.

use segue_testkit::planted::Secret;

use super::corpus::Corpus;
use super::details;
use super::shown::Shown;
use super::tally::Tally;

/// Prints everything.
pub fn print(corpus: &Corpus, tally: &Tally, shown: Shown) {
    for column in &tally.columns {
        if let Err(error) = &column.found {
            println!("  {} NOT COMPARED: {error:#}", column.name);
        }
    }
    table("Recall by kind", corpus, tally, |secret| shown.kind(secret));
    table("Recall by category", corpus, tally, |secret| {
        format!("{:?}", secret.category)
    });
    table("Recall by form", corpus, tally, |secret| {
        secret.form.name().to_owned()
    });
    totals(corpus, tally);
    for (column, found) in tally.found().filter(|(column, _)| column.ours) {
        details::print(corpus, column, found, shown);
    }
}

/// Prints a table with one row for each group of secrets.
pub fn table(title: &str, corpus: &Corpus, tally: &Tally, key: impl Fn(&Secret) -> String) {
    let names: String = tally
        .found()
        .map(|(column, _)| format!("{:>24}", column.name))
        .collect();
    println!("\n{title:<36} planted{names}");
    for (group, (planted, found)) in tally.groups(corpus, key) {
        let counts: String = found
            .iter()
            .map(|count| format!("{count:>18} {}", share(*count, planted)))
            .collect();
        println!("  {group:<34} {planted:>7}{counts}");
    }
}

fn totals(corpus: &Corpus, tally: &Tally) {
    println!("\nIn all");
    for (column, found) in tally.found() {
        let all = corpus.planted.secrets.len();
        let (right, flagged) = found.precision(corpus);
        let near = corpus
            .planted
            .near_misses
            .iter()
            .filter(|near| !found.alarms(near).is_empty());
        println!(
            "  {:<24} recall {right:>4}/{all} {}   precision {right:>4}/{flagged:<4} {}   false alarms: {} near-misses of {}, {} ordinary lines   {:.1} s",
            column.name,
            share(right, all),
            share(right, flagged),
            near.count(),
            corpus.planted.near_misses.len(),
            found.ordinary(corpus).len(),
            column.taken.as_secs_f64(),
        );
        for (look, places) in &found.looks {
            let right = corpus.secret_places().intersection(places).count();
            let flagged = places.len();
            println!(
                "    {look:<22} recall {right:>4}/{all} {}   precision {right:>4}/{flagged:<4} {}",
                share(right, all),
                share(right, flagged),
            );
        }
        if let Some(left) = &found.left {
            let gone = all - left.len();
            println!(
                "  {:<24} gone from what leaves {gone:>4}/{all} {}",
                "",
                share(gone, all)
            );
        }
    }
}

fn share(count: usize, of: usize) -> String {
    if of == 0 {
        return "    –".to_owned();
    }
    format!("{:>4.0}%", 100.0 * count as f64 / of as f64)
}
