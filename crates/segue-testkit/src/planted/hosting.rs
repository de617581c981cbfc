//! Tokens of places that keep code, packages and models.

use super::Category::{Hosting, Models};
use super::kinds::{Kind, Sample};
use super::letters::{DIGITS, LOWER, check_letters};
use crate::large::Dice;

pub const KINDS: &[Kind] = &[
    Kind::new("GitHub classic token", Hosting, |d| {
        let random = d.alnum(30);
        Sample::token(
            "GITHUB_TOKEN",
            format!("ghp_{random}{}", check_letters(&random)),
        )
    }),
    Kind::new("GitHub fine-grained token", Hosting, |d| {
        let (id, random) = (d.alnum(22), d.alnum(53));
        Sample::token(
            "GH_TOKEN",
            format!("github_pat_{id}_{random}{}", check_letters(&random)),
        )
    }),
    Kind::new("GitLab personal token", Hosting, gitlab),
    Kind::new("GitLab runner token", Hosting, |d| {
        Sample::token("CI_RUNNER_TOKEN", format!("glrt-{}", d.url_safe(20)))
    }),
    Kind::new("GitLab trigger token", Hosting, |d| {
        Sample::token("TRIGGER_TOKEN", format!("glptt-{}", d.hex(40)))
    }),
    Kind::new("Bitbucket app password", Hosting, |d| {
        let (random, check) = (d.alnum(24), d.of("0123456789ABCDEF", 8));
        Sample::token("BITBUCKET_APP_PASSWORD", format!("ATBB{random}{check}"))
    }),
    Kind::new("Atlassian API token", Hosting, |d| {
        let (random, check) = (d.url_safe(171), d.of("0123456789ABCDEF", 8));
        Sample::token("JIRA_API_TOKEN", format!("ATATT3xFfGF0{random}={check}"))
    }),
    Kind::new("npm access token", Hosting, |d| {
        let random = d.alnum(30);
        Sample::token(
            "NPM_TOKEN",
            format!("npm_{random}{}", check_letters(&random)),
        )
    }),
    Kind::new("RubyGems API key", Hosting, |d| {
        Sample::token("GEM_HOST_API_KEY", format!("rubygems_{}", d.hex(48)))
    }),
    Kind::new("NuGet API key", Hosting, |d| {
        Sample::token(
            "NUGET_API_KEY",
            format!("oy2{}", d.of(&format!("{LOWER}234567"), 43)),
        )
    }),
    Kind::new("Terraform Cloud token", Hosting, |d| {
        let (id, random) = (d.alnum(14), d.alnum(67));
        Sample::token(
            "TF_TOKEN_APP_TERRAFORM_IO",
            format!("{id}.atlasv1.{random}"),
        )
    }),
    Kind::new("CircleCI token", Hosting, |d| {
        let (id, random) = (d.alnum(22), d.hex(40));
        Sample::token("CIRCLE_TOKEN", format!("CCIPAT_{id}_{random}"))
    }),
    Kind::new("OpenAI project key", Models, |d| {
        let (one, two) = (d.url_safe(74), d.url_safe(74));
        Sample::token("OPENAI_API_KEY", format!("sk-proj-{one}T3BlbkFJ{two}"))
    }),
    Kind::new("Hugging Face token", Models, |d| {
        Sample::token("HF_TOKEN", format!("hf_{}", d.letters(34)))
    }),
    Kind::new("Replicate token", Models, |d| {
        Sample::token("REPLICATE_API_TOKEN", format!("r8_{}", d.alnum(37)))
    }),
    Kind::new("Groq API key", Models, |d| {
        Sample::token("GROQ_API_KEY", format!("gsk_{}", d.alnum(52)))
    }),
];

fn gitlab(dice: &mut Dice) -> Sample {
    // Newer ones say which cell made them, and how long they are.
    let value = if dice.roll(3) == 0 {
        let (random, check) = (dice.alnum(27), dice.of(&format!("{DIGITS}{LOWER}"), 7));
        format!(
            "glpat-{random}.01.{}{check}",
            dice.of(&format!("{DIGITS}{LOWER}"), 2)
        )
    } else {
        format!("glpat-{}", dice.url_safe(20))
    };
    Sample::token("GITLAB_TOKEN", value)
}
