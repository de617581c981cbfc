//! A device without an application around it: gives a file, or takes one, over the real network crate.
//! For benchmarks and for tests that kill it at any point.
//!
//! ```text
//! segue-peer --folder DIR --listen IP:PORT give FILE      prints {"ready": {"ticket": …}}
//! segue-peer --folder DIR --listen IP:PORT take TICKET    prints {"progress": …}, {"done": …}
//! ```
//!
//! The ticket holds the key of the taker too, so that both know each other: this is no invite.

mod bare;
mod pass;

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Parser, Subcommand, ValueEnum};
use segue_clock::Clock;
use segue_network::about::About;
use segue_network::identity::{IdentityKey, Secret};
use segue_network::network::{KnownDevice, KnownDevices, Listen, Standing, Transports, Visibility};
use segue_network::transfer::{Give, Manifest, Progress, Take};
use segue_network::{Config, DeviceId, Network};
use serde_json::json;
use tokio::io::AsyncReadExt;

use pass::Pass;

/// A device without an application.
#[derive(Parser)]
struct Arguments {
    /// Where files are kept.
    #[arg(long)]
    folder: PathBuf,
    /// Where to listen.
    #[arg(long)]
    listen: SocketAddr,
    /// How bytes travel.
    #[arg(long, default_value = "tcp")]
    transport: Way,
    #[command(subcommand)]
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Way {
    Tcp,
    Quic,
}

#[derive(Subcommand)]
enum What {
    /// Gives a file to whoever has the printed ticket, until standard input ends.
    Give {
        /// Over one bare libp2p stream, without compression and checks.
        #[arg(long)]
        bare: bool,
        /// Stay the same device as last time in this folder.
        #[arg(long)]
        same: bool,
        file: PathBuf,
    },
    /// Takes the file of a ticket.
    Take {
        /// Over one bare libp2p stream.
        #[arg(long)]
        bare: bool,
        ticket: String,
    },
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(run(arguments))
}

async fn run(arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let Arguments {
        folder,
        listen,
        transport,
        what,
    } = arguments;
    match what {
        What::Give {
            bare: true, file, ..
        } => bare::give(listen, transport == Way::Quic, &file).await,
        What::Take { bare: true, ticket } => {
            bare::take(&ticket, transport == Way::Quic, &folder).await
        }
        What::Give { file, same, .. } => give(listen, transport, &folder, &file, same).await,
        What::Take { ticket, .. } => take(listen, transport, &folder, &ticket).await,
    }
}

fn config(
    key: IdentityKey,
    listen: SocketAddr,
    transport: Way,
    known_devices: KnownDevices,
) -> Config {
    Config {
        key,
        about: About {
            name: "Peer".to_owned(),
            ..About::default()
        },
        listen: Listen::At(vec![listen]),
        discovery: false,
        visibility: Visibility::Visible,
        known_devices,
        transports: Transports {
            tcp: transport == Way::Tcp,
            quic: transport == Way::Quic,
        },
        clock: Clock::system(),
    }
}

fn known_devices(
    device: DeviceId,
    addresses: Vec<segue_network::address::Address>,
) -> KnownDevices {
    let known = KnownDevice {
        standing: Standing::Verified,
        addresses,
        typed: Vec::new(),
    };
    KnownDevices([(device, known)].into())
}

/// Creates two secrets, or reads those kept in the folder when the same device is wanted again.
fn secrets(folder: &Path, same: bool) -> std::io::Result<[[u8; 32]; 2]> {
    let kept = folder.join("secrets");
    if same && let Ok(bytes) = std::fs::read(&kept) {
        let (both, _) = bytes.as_chunks::<32>();
        if let [giver, taker] = both {
            return Ok([*giver, *taker]);
        }
    }
    let mut both = [[0; 32]; 2];
    for secret in &mut both {
        getrandom::fill(secret).map_err(std::io::Error::other)?;
    }
    if same {
        std::fs::write(kept, both.concat())?;
    }
    Ok(both)
}

async fn give(
    listen: SocketAddr,
    transport: Way,
    folder: &Path,
    file: &Path,
    same: bool,
) -> Result<(), Box<dyn std::error::Error>> {
    let [giver, taker] = secrets(folder, same)?;
    let key = IdentityKey::from_secret(&Secret::from_bytes(giver));
    let other = IdentityKey::from_secret(&Secret::from_bytes(taker));
    let other = DeviceId::of(&other.public()).ok_or("no device")?;
    let manifest = Manifest::of(std::fs::File::open(file)?)?;
    let (network, mut events) = Network::start(config(
        key,
        listen,
        transport,
        known_devices(other, Vec::new()),
    ))?;
    let given = network.give(Give {
        to: other,
        hash: manifest.hash(),
        bytes: manifest.bytes(),
        path: file.to_owned(),
    });
    assert!(given, "the first file is not too many");
    let mut views = network.views();
    let view = views
        .wait_for(|view| !view.listening.is_empty())
        .await?
        .clone();
    let pass = Pass {
        giver: network.device(),
        taker,
        addresses: view.listening.clone(),
        hash: manifest.hash(),
        bytes: manifest.bytes(),
    };
    say(
        &json!({ "ready": { "device": pass.giver, "addresses": pass.addresses, "ticket": pass.to_text() } }),
    )?;
    let mut input = tokio::io::stdin();
    let mut byte = [0];
    loop {
        tokio::select! {
            event = events.recv() => match event {
                Some(segue_network::Event::Given(given)) => {
                    say(&json!({ "given": format!("{:?}", given.state) }))?;
                }
                Some(_) => {}
                None => break,
            },
            read = input.read(&mut byte) => if read? == 0 { break },
        }
    }
    network.stop().await;
    Ok(())
}

async fn take(
    listen: SocketAddr,
    transport: Way,
    folder: &Path,
    ticket: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let began = Instant::now();
    let pass = Pass::parse(ticket).ok_or("this is no ticket")?;
    let key = IdentityKey::from_secret(&Secret::from_bytes(pass.taker));
    let (network, mut events) = Network::start(config(
        key,
        listen,
        transport,
        known_devices(pass.giver, pass.addresses.clone()),
    ))?;
    tokio::spawn(async move { while events.recv().await.is_some() {} });
    let taking = network.take(Take {
        from: pass.giver,
        hash: pass.hash,
        bytes: pass.bytes,
        folder: folder.to_owned(),
        name: "taken".to_owned(),
    });
    let mut progress = taking.progress();
    let told = tokio::spawn(async move {
        while progress.changed().await.is_ok() {
            if let Progress::Going { done, total, wire } = *progress.borrow_and_update() {
                say(&json!({ "progress": { "done": done, "total": total, "wire": wire } })).ok();
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    });
    let taken = taking.wait().await?;
    told.abort();
    let bytes = std::fs::metadata(&taken.path)?.len();
    let seconds = began.elapsed().as_secs_f64();
    say(
        &json!({ "done": { "path": taken.path, "bytes": bytes, "wire_bytes": taken.wire, "seconds": seconds } }),
    )?;
    network.stop().await;
    Ok(())
}

fn say(line: &serde_json::Value) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
