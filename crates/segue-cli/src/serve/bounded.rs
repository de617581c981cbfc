//! A listener with room for so many connections, each of which must say something soon.
//!
//! Anyone on this computer can connect to a loopback port. A connection that is silent for long is
//! closed, and when there is no room the next waits outside, where it costs us nothing.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use segue_clock::system::sleep;

/// How many connections there may be at once; a browser tab uses about six while it loads.
const CONNECTIONS: usize = 64;

/// A connection on which nothing arrives at first for this long is closed.
const FIRST_WORD: Duration = Duration::from_secs(5);

/// A connection that keeps sending at least this many bytes gets this much more time, also for what
/// is done with them: a file is on its way.
const STEADY: usize = 64 << 10;
const WHILE: Duration = Duration::from_secs(30);

/// A listener with a limited number of connections.
pub struct Bounded {
    inner: TcpListener,
    room: Arc<Semaphore>,
}

impl Bounded {
    pub fn new(inner: TcpListener) -> Self {
        let room = Arc::new(Semaphore::new(CONNECTIONS));
        Self { inner, room }
    }
}

impl Listener for Bounded {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let place = Arc::clone(&self.room).acquire_owned().await;
            match (place, self.inner.accept().await) {
                (Ok(place), Ok((stream, from))) => return (Connection::new(stream, place), from),
                (_, Err(error)) => {
                    tracing::warn!(%error, "accepting a connection failed");
                    sleep(Duration::from_millis(100)).await;
                }
                (Err(_), _) => {}
            }
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.inner.local_addr()
    }
}

type Deadline = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A connection that has a place, and a deadline until its request has arrived.
pub struct Connection {
    stream: TcpStream,
    deadline: Option<Deadline>,
    /// How many bytes came since more time was last given.
    came: usize,
    /// Whether nothing came since it was opened, or since it was last answered.
    silent: bool,
    _place: OwnedSemaphorePermit,
}

impl Connection {
    fn new(stream: TcpStream, place: OwnedSemaphorePermit) -> Self {
        let deadline: Option<Deadline> = Some(Box::pin(sleep(FIRST_WORD)));
        Self {
            stream,
            deadline,
            came: 0,
            silent: true,
            _place: place,
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let answer = Pin::new(&mut self.stream).poll_read(context, into);
        let now = into.filled().len() - before;
        self.came += now;
        // A request that begins late on a connection that was kept has as long to arrive as any other.
        let begins = self.silent && now > 0;
        if (begins || self.came >= STEADY) && self.deadline.is_some() {
            let time = if self.came >= STEADY {
                WHILE
            } else {
                FIRST_WORD
            };
            self.silent = false;
            self.came = 0;
            self.deadline = Some(Box::pin(sleep(time)));
        }
        if let Some(deadline) = &mut self.deadline
            && answer.is_pending()
            && deadline.as_mut().poll(context).is_ready()
        {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        answer
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        // An answer is on its way: the request has arrived. The next request on this connection
        // has a while longer; a WebSocket, which is answered once, may then be silent as it likes.
        match self.deadline.take() {
            Some(_) if !bytes.starts_with(b"HTTP/1.1 101") => {
                self.silent = true;
                self.deadline = Some(Box::pin(sleep(FIRST_WORD)));
            }
            _ => {}
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
