//! Pieces of real files: lock files, scripts made small, source maps, pictures, dumps.

use data_encoding::BASE64;

use super::material::{Material, some_letters, some_lines};
use super::near::NearKind;
use crate::large::Dice;

pub const KINDS: &[NearKind] = &[
    NearKind::real("Cargo.lock", |d, m| locked(d, m, 0)),
    NearKind::real("package-lock.json", |d, m| locked(d, m, 1)),
    NearKind::real("lock file of a client", |d, m| {
        let from = m.locks.get(2..).unwrap_or_default();
        some_lines(d, from, 10).unwrap_or_else(|| fallback_lock(d))
    }),
    NearKind::real("minified script", |d, m| {
        some_letters(d, &m.scripts, 700).unwrap_or_else(|| script(d, 60))
    }),
    NearKind::real("long minified script", |d, m| {
        some_letters(d, &m.scripts, 2500).unwrap_or_else(|| script(d, 200))
    }),
    NearKind::real("source map", |d, m| {
        some_letters(d, &m.maps, 900).unwrap_or_else(|| mappings(d))
    }),
    NearKind::real("base64 picture", |d, m| {
        let picture = m
            .pictures
            .get(d.roll(m.pictures.len().max(1) as u64) as usize);
        let bytes = picture.map_or_else(
            || d.bytes(700),
            |bytes| bytes.iter().copied().take(6000).collect(),
        );
        format!(
            "<img alt=\"\" src=\"data:image/png;base64,{}\">",
            BASE64.encode(&bytes)
        )
    }),
    NearKind::new("sourceMappingURL", |d| {
        let map = format!(
            "{{\"version\":3,\"sources\":[\"src/{}.ts\"],\"names\":[],\"mappings\":\"{}\"}}",
            d.name(),
            mappings(d)
        );
        format!(
            "//# sourceMappingURL=data:application/json;base64,{}",
            BASE64.encode(map.as_bytes())
        )
    }),
    NearKind::new("hex dump", |d| {
        let line = |at: usize, d: &mut Dice| {
            let pairs: Vec<String> = (0..8).map(|_| d.hex(4)).collect();
            format!("{at:08x}: {}  ................", pairs.join(" "))
        };
        (0..6)
            .map(|row| line(row * 16, d))
            .collect::<Vec<_>>()
            .join("\n")
    }),
    NearKind::new("protobuf dump", |d| {
        format!(
            "1: {}\n2 {{\n  1: \"{}\"\n  4: 0x{}\n  5: \"\\x{}\\x{}\\001\\210\"\n}}",
            d.digits(4),
            d.name(),
            d.hex(16),
            d.hex(2),
            d.hex(2)
        )
    }),
    NearKind::new("font in CSS", |d| {
        format!(
            "@font-face {{ font-family: Inter; src: url(data:font/woff2;base64,d09GMgABAAAAA{}) }}",
            d.base64(300)
        )
    }),
    NearKind::new("SVG path", |d| {
        let points: Vec<String> = (0..30)
            .map(|_| {
                format!(
                    "{}.{} {}.{}",
                    d.roll(90),
                    d.digits(3),
                    d.roll(90),
                    d.digits(3)
                )
            })
            .collect();
        format!("<path d=\"M{}Z\"/>", points.join("L"))
    }),
];

fn locked(dice: &mut Dice, material: &Material, which: usize) -> String {
    let from: Vec<String> = material.locks.get(which).cloned().into_iter().collect();
    some_lines(dice, &from, 12).unwrap_or_else(|| fallback_lock(dice))
}

fn fallback_lock(dice: &mut Dice) -> String {
    let (name, sum) = (dice.name(), dice.hex(64));
    format!("[[package]]\nname = \"{name}\"\nversion = \"1.2.3\"\nchecksum = \"{sum}\"")
}

fn script(dice: &mut Dice, count: usize) -> String {
    let one = |d: &mut Dice| {
        let (f, a, b) = (d.letters(1), d.letters(1), d.letters(2));
        format!(
            "function {f}({a},{b}){{return {a}.{}({b}[{}]||\"{}\")}}",
            d.letters(3),
            d.roll(99),
            d.name()
        )
    };
    (0..count).map(|_| one(dice)).collect()
}

fn mappings(dice: &mut Dice) -> String {
    let one = |d: &mut Dice| format!("{},{};", d.letters(4), d.letters(5));
    (0..60).map(|_| one(dice)).collect()
}
