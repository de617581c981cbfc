//! The local socket: a Unix socket that only this user can open, or a named pipe on Windows.
//!
//! Frames are JSON with their length in front; a frame over the limit ends the connection before
//! it is read.

use futures_util::SinkExt;
use serde::Serialize;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::bytes::Bytes;
use tokio_util::codec::{Framed, LengthDelimitedCodec};

use crate::frames::MAX_FRAME;

#[cfg(unix)]
pub use unix::{Listener, ServerStream, Stream, connect};
#[cfg(windows)]
pub use windows::{Listener, ServerStream, Stream, connect};

/// Splits a stream into frames.
pub fn framed<S>(stream: S) -> Framed<S, LengthDelimitedCodec>
where
    S: AsyncRead + AsyncWrite,
{
    let codec = LengthDelimitedCodec::builder()
        .max_frame_length(MAX_FRAME)
        .new_codec();
    Framed::new(stream, codec)
}

/// Sends one frame.
pub async fn send<S>(
    wire: &mut Framed<S, LengthDelimitedCodec>,
    frame: &impl Serialize,
) -> std::io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    wire.send(Bytes::from(serde_json::to_vec(frame)?)).await
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};

    use tokio::net::{UnixListener, UnixStream};

    use crate::profile::Profile;
    use segue_private as private;

    /// A process's end of the connection.
    pub type Stream = UnixStream;
    /// The host's end of the connection.
    pub type ServerStream = UnixStream;

    /// Where the host listens. The socket's file is removed when this is dropped.
    pub struct Listener {
        inner: UnixListener,
        path: PathBuf,
        /// Device and number of the socket's file, to know it from one that took its place.
        file: (u64, u64),
    }

    impl Listener {
        /// Listens, replacing what a killed host left. The caller holds the profile's lock.
        pub fn bind(profile: &Profile) -> io::Result<Self> {
            let path = profile.socket();
            if let Some(folder) = path.parent() {
                private::make_folder(folder, &["node.lock", "node.sock"])?;
            }
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let inner = UnixListener::bind(&path)?;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
            let file = number(&path)?;
            Ok(Self { inner, path, file })
        }

        /// Waits for the next process of this user; those of other users are turned away.
        pub async fn accept(&mut self) -> io::Result<ServerStream> {
            loop {
                let (stream, _) = self.inner.accept().await?;
                if same_user(&stream)? {
                    return Ok(stream);
                }
                tracing::warn!("a process of another user was turned away");
            }
        }
    }

    impl Drop for Listener {
        fn drop(&mut self) {
            if number(&self.path).is_ok_and(|file| file == self.file) {
                // Already gone is as good as removed.
                std::fs::remove_file(&self.path).ok();
            }
        }
    }

    fn number(path: &Path) -> io::Result<(u64, u64)> {
        use std::os::unix::fs::MetadataExt;
        std::fs::symlink_metadata(path).map(|metadata| (metadata.dev(), metadata.ino()))
    }

    /// Connects to the host, which must be of this user too.
    pub async fn connect(profile: &Profile) -> io::Result<Stream> {
        let stream = UnixStream::connect(profile.socket()).await?;
        if same_user(&stream)? {
            return Ok(stream);
        }
        Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the socket is another user's",
        ))
    }

    fn same_user(stream: &UnixStream) -> io::Result<bool> {
        Ok(stream.peer_cred()?.uid() == private::user())
    }
}

#[cfg(windows)]
mod windows {
    use std::io;

    use tokio::net::windows::named_pipe::{
        ClientOptions, NamedPipeClient, NamedPipeServer, ServerOptions,
    };

    use crate::profile::Profile;

    /// A process's end of the connection.
    pub type Stream = NamedPipeClient;
    /// The host's end of the connection.
    pub type ServerStream = NamedPipeServer;

    /// Where the host listens. A pipe's default rights let other users read but not write, and
    /// the host says nothing to a client that has not written its hello.
    pub struct Listener {
        name: String,
        next: NamedPipeServer,
    }

    impl Listener {
        /// Listens; fails when any other process has a pipe of this name.
        pub fn bind(profile: &Profile) -> io::Result<Self> {
            let name = name(profile);
            let next = ServerOptions::new()
                .first_pipe_instance(true)
                .create(&name)?;
            Ok(Self { name, next })
        }

        /// Waits for the next process.
        pub async fn accept(&mut self) -> io::Result<ServerStream> {
            self.next.connect().await?;
            let next = ServerOptions::new().create(&self.name)?;
            Ok(std::mem::replace(&mut self.next, next))
        }
    }

    /// Connects to the host.
    pub async fn connect(profile: &Profile) -> io::Result<Stream> {
        ClientOptions::new().open(name(profile))
    }

    fn name(profile: &Profile) -> String {
        let hash = blake3::hash(profile.root().as_os_str().as_encoded_bytes()).to_hex();
        format!(r"\\.\pipe\segue-{}", &hash[..32])
    }
}
