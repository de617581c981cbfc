//! What makes a program able to host the node: given to its [`Link`](segue_link::Link) by `main`.
//!
//! ```text
//! main ── Options ──▶ Link ── lock taken ──▶ Host::start ──▶ NodeHandle (the loop)
//!                                                 └────────▶ Server (the socket for others)
//! ```

use segue_clock::Clock;
use segue_door::{Caller, Failure, Reply, Request, Surface};
use segue_link::{Host, HostStart, Hosted, Later, Opening, Profile};
use segue_network::identity::Homes;
use segue_platform::{PLATFORMS, Platform};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::catalog::Platforms;
use crate::log::Log;
use crate::network_control::Overrides;
use crate::node::{HOST, NodeHandle, Start};
use crate::serve::Server;

/// How a link that can host is opened.
#[derive(Clone)]
pub struct Options {
    profile: Profile,
    surface: Surface,
    hosting: Hosting,
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("profile", &self.profile)
            .field("surface", &self.surface)
            .field("keyring", &self.hosting.keyring)
            .finish_non_exhaustive()
    }
}

impl Options {
    /// Creates options for this kind of program to reach the node of this profile.
    pub fn new(profile: Profile, surface: Surface, log: Log) -> Self {
        let hosting = Hosting {
            log,
            keyring: true,
            platforms: PLATFORMS,
            overrides: Overrides::by_environment(),
            clock: Clock::system(),
        };
        Self {
            profile,
            surface,
            hosting,
        }
    }

    /// Creates options without a log, with the identity in a file, and with a network that only
    /// this computer can reach: for tests and examples.
    pub fn without_keyring(profile: Profile, surface: Surface) -> Self {
        let hosting = Hosting {
            log: Log::default(),
            keyring: false,
            platforms: PLATFORMS,
            overrides: Overrides::loopback(),
            clock: Clock::system(),
        };
        Self {
            profile,
            surface,
            hosting,
        }
    }

    /// Uses other platforms than those this program knows: for tests.
    #[must_use]
    pub fn with_platforms(mut self, platforms: &'static [&'static dyn Platform]) -> Self {
        self.hosting.platforms = platforms;
        self
    }

    /// Listens only at these addresses (`127.0.0.1:0, [::1]:0`).
    #[must_use]
    pub fn listening(mut self, addresses: &str) -> Self {
        self.hosting.overrides.listen = Some(addresses.to_owned());
        self
    }

    /// Uses another clock than the system's: for tests.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.hosting.clock = clock;
        self
    }
}

impl From<Options> for Opening {
    fn from(options: Options) -> Self {
        Self {
            profile: options.profile,
            surface: options.surface,
            host: Box::new(options.hosting),
        }
    }
}

/// Starts the node of a profile in this process.
#[derive(Clone)]
struct Hosting {
    log: Log,
    keyring: bool,
    platforms: Platforms,
    overrides: Overrides,
    clock: Clock,
}

impl Hosting {
    async fn begin(&self, start: HostStart) -> Result<HostedNode, Failure> {
        let profile = start.profile.clone();
        let homes = if self.keyring {
            Homes::system(profile.root())
        } else {
            Homes::file_only(profile.root())
        };
        let node = NodeHandle::start(Start {
            profile: start.profile,
            surface: start.surface,
            homes,
            log: self.log.clone(),
            took_over: start.took_over,
            platforms: self.platforms,
            overrides: self.overrides.clone(),
            clock: self.clock.clone(),
            events: start.events,
        })
        .await?;
        // Others can attach only once the node can answer.
        match Server::bind(&profile) {
            Ok(server) => {
                let serving = CancellationToken::new();
                let server = tokio::spawn(server.run(node.clone(), serving.clone()));
                Ok(HostedNode {
                    node,
                    serving,
                    server: Mutex::new(Some(server)),
                })
            }
            Err(failure) => {
                node.stop().await;
                Err(failure)
            }
        }
    }
}

impl Host for Hosting {
    fn start(&self, start: HostStart) -> Later<'_, Result<Box<dyn Hosted>, Failure>> {
        Box::pin(async move {
            let node = self.begin(start).await?;
            Ok(Box::new(node) as Box<dyn Hosted>)
        })
    }
}

/// The node that runs in this process, and the socket where others reach it.
struct HostedNode {
    node: NodeHandle,
    serving: CancellationToken,
    server: Mutex<Option<JoinHandle<()>>>,
}

impl Hosted for HostedNode {
    fn call(&self, caller: Caller, request: Request) -> Later<'_, Result<Reply, Failure>> {
        Box::pin(self.node.call(HOST, caller, request))
    }

    fn ended(&self) -> Later<'_, ()> {
        Box::pin(self.node.ended())
    }

    /// Turns away new processes first, then stops the node.
    fn stop(&self) -> Later<'_, ()> {
        Box::pin(async {
            self.serving.cancel();
            if let Some(server) = self.server.lock().await.take()
                && let Err(error) = server.await
            {
                tracing::error!(%error, "the socket did not close cleanly");
            }
            self.node.stop().await;
        })
    }
}
