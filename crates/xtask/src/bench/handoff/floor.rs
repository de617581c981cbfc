//! What nothing between these two computers can be faster than: bare TCP, nothing encrypted, kept or
//! checked.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Instant;

use anyhow::{Context, Result};
use segue_testkit::Host;

use super::super::transfer::median;
use super::TIMES;

/// The fastest times that the link allows, in microseconds.
pub struct Floor {
    /// One byte there and back on a connection that is open.
    pub ping: f64,
    /// A new connection, all bytes, and one byte back.
    pub copy: f64,
}

/// Measures both.
pub fn measure(left: &Host, right: &Host, bytes: u64) -> Result<Floor> {
    let at = right.ipv4().context("an address")?;
    let listener = right.inside(|| TcpListener::bind((at, 0)))?;
    let address = listener.local_addr()?;
    let bytes = usize::try_from(bytes)?;
    // It ends with the last connection it waits for.
    let server = std::thread::spawn(move || answer(&listener, bytes));
    let floor = left.inside(|| ask(address, bytes))?;
    server.join().ok().context("a thread that answers")??;
    Ok(floor)
}

fn ask(address: SocketAddr, bytes: usize) -> Result<Floor> {
    let mut open = TcpStream::connect(address)?;
    open.set_nodelay(true)?;
    let (mut pings, mut copies) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let began = Instant::now();
        open.write_all(&[1])?;
        open.read_exact(&mut [0])?;
        pings.push(began.elapsed().as_secs_f64() * 1e6);
    }
    drop(open);
    let body = vec![7; bytes];
    for _ in 0..TIMES {
        let began = Instant::now();
        let mut socket = TcpStream::connect(address)?;
        socket.write_all(&body)?;
        socket.read_exact(&mut [0])?;
        copies.push(began.elapsed().as_secs_f64() * 1e6);
    }
    Ok(Floor {
        ping: median(pings.into_iter()).context("no times")?,
        copy: median(copies.into_iter()).context("no times")?,
    })
}

fn answer(listener: &TcpListener, bytes: usize) -> Result<()> {
    let (mut socket, _) = listener.accept()?;
    socket.set_nodelay(true)?;
    while socket.read(&mut [0])? > 0 {
        socket.write_all(&[1])?;
    }
    let mut body = vec![0; bytes];
    for _ in 0..TIMES {
        let (mut socket, _) = listener.accept()?;
        socket.read_exact(&mut body)?;
        socket.write_all(&[1])?;
    }
    Ok(())
}
