//! Sums, fingerprints and public keys: as random as a secret, and meant to be seen.

use data_encoding::BASE64;

use super::keys::pem_body;
use super::near::NearKind;
use crate::large::Dice;

pub const KINDS: &[NearKind] = &[
    NearKind::new("git commit", |d| {
        let (sha, parent) = (d.hex(40), d.hex(7));
        format!(
            "commit {sha}\nMerge: {parent} {}\nAuthor: Dana <dana@example.com>\n\n    Fix the importer",
            d.hex(7)
        )
    }),
    NearKind::new("git short ids", |d| {
        format!(
            "{} fix the cart\n{} (HEAD -> main) wip\n{} merge",
            d.hex(7),
            d.hex(9),
            d.hex(8)
        )
    }),
    NearKind::new("sha256 sum", |d| {
        format!("{}  segue_0.1.0_amd64.deb", d.hex(64))
    }),
    NearKind::new("sha512 sum", |d| format!("{}  node-v22.tar.xz", d.hex(128))),
    NearKind::new("md5 sum", |d| format!("{} *backup.tar.gz", d.hex(32))),
    NearKind::new("integrity of a script", |d| {
        format!(
            "<script src=\"/app.js\" integrity=\"sha384-{}\" crossorigin=\"anonymous\"></script>",
            d.base64(48)
        )
    }),
    NearKind::new("integrity in a lock file", |d| {
        format!("      \"integrity\": \"sha512-{}\",", d.base64(64))
    }),
    NearKind::new("Python hash of a requirement", |d| {
        format!(
            "requests==2.32.3 \\\n    --hash=sha256:{} \\\n    --hash=sha256:{}",
            d.hex(64),
            d.hex(64)
        )
    }),
    NearKind::new("Go sum", |d| {
        format!(
            "golang.org/x/net v0.33.0 h1:{}\ngolang.org/x/net v0.33.0/go.mod h1:{}",
            d.base64(32),
            d.base64(32)
        )
    }),
    NearKind::new("docker digest", |d| {
        format!("FROM postgres:17@sha256:{}", d.hex(64))
    }),
    NearKind::new("SSH public key", |d| {
        let key =
            BASE64.encode(&[b"\0\0\0\x0bssh-ed25519\0\0\0 ".as_slice(), &d.bytes(32)].concat());
        format!("ssh-ed25519 {key} dana@laptop")
    }),
    NearKind::new("SSH public key, RSA", |d| {
        let key = BASE64.encode(
            &[
                b"\0\0\0\x07ssh-rsa\0\0\0\x03\x01\0\x01\0\0\x01\x81\0".as_slice(),
                &d.bytes(384),
            ]
            .concat(),
        );
        format!("ssh-rsa {key} build@ci")
    }),
    NearKind::new("PEM public key", |d| pem(d, "PUBLIC KEY", 294)),
    NearKind::new("PEM certificate", |d| pem(d, "CERTIFICATE", 760)),
    NearKind::new("SSH fingerprint", |d| {
        format!(
            "The authenticity of host can't be established.\nED25519 key fingerprint is SHA256:{}.",
            d.base64_letters(43)
        )
    }),
    NearKind::new("certificate fingerprint", |d| {
        let bytes: Vec<String> = (0..32).map(|_| d.of("0123456789ABCDEF", 2)).collect();
        format!("sha256 Fingerprint={}", bytes.join(":"))
    }),
    NearKind::new("Git LFS pointer", |d| {
        format!(
            "version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize {}",
            d.hex(64),
            d.digits(7)
        )
    }),
    NearKind::new("ETag", |d| {
        format!(
            "< HTTP/2 200\n< etag: \"{}\"\n< cache-control: max-age=60",
            d.hex(32)
        )
    }),
    NearKind::new("file name with a hash", |d| {
        format!(
            "dist/assets/index-{}.js   184.20 kB\ndist/assets/vendor.{}.css  12 kB",
            d.url_safe(8),
            d.hex(20)
        )
    }),
    NearKind::new("CSS module names", |d| {
        format!(
            ".Button_root__{} {{ color: red }}\n.css-{}-container {{ margin: 0 }}",
            d.alnum(5),
            d.of("abcdefghijk0123456789", 7)
        )
    }),
    NearKind::new("known_hosts line", |d| {
        let key =
            BASE64.encode(&[b"\0\0\0\x0bssh-ed25519\0\0\0 ".as_slice(), &d.bytes(32)].concat());
        format!("|1|{}|{} ssh-ed25519 {key}", d.base64(20), d.base64(20))
    }),
];

fn pem(dice: &mut Dice, what: &str, bytes: usize) -> String {
    let body = pem_body(dice, &[0x30, 0x82, 0x02, 0x22], bytes);
    format!("-----BEGIN {what}-----\n{body}\n-----END {what}-----")
}
