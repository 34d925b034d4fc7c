//! A web host that has files and no program.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

/// A host of the files in a folder of this machine, under a folder of its own.
pub struct Host {
    pub address: SocketAddr,
    folder: &'static str,
}

impl Host {
    /// Serves until the tests end.
    pub fn start(files: PathBuf, folder: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let files = files.clone();
                // A browser that hangs up is no fault of the host.
                thread::spawn(move || drop(answer(stream, &files, folder)));
            }
        });
        Self { address, folder }
    }

    /// The address of a page of the site.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{}{path}", self.address, self.folder)
    }
}

/// Answers one request, and closes the connection.
fn answer(stream: TcpStream, files: &Path, folder: &str) -> std::io::Result<()> {
    let mut reader = BufReader::new(&stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let address = line.split(' ').nth(1).unwrap_or("/");
    let (path, query) = match address.split_once('?') {
        Some((path, query)) => (path, format!("?{query}")),
        None => (address, String::new()),
    };
    let inner = path.strip_prefix(folder).unwrap_or("/nowhere");
    let mut file = files.join(inner.trim_start_matches('/'));
    let mut out = &stream;
    if file.is_dir() && !path.ends_with('/') {
        return write!(
            out,
            "HTTP/1.1 301 Moved\r\nLocation: {path}/{query}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    }
    if file.is_dir() {
        file.push("index.html");
    }
    let (status, body) = match fs::read(&file) {
        Ok(body) => ("200 OK", body),
        // As common hosts do.
        Err(_) => {
            file = files.join("404.html");
            ("404 Not Found", fs::read(&file)?)
        }
    };
    let kind = match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    out.write_all(&body)
}
