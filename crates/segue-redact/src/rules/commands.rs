//! Passwords as words of a command: `mysql -psecret`, `sshpass -p secret`, `redis-cli -a secret`.

use std::ops::Range;

use super::judge;

/// A command and the options after which its password stands.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) name: &'static str,
    options: &'static [&'static str],
    /// The password follows without a space.
    glued: bool,
}

const fn command(name: &'static str, options: &'static [&'static str], glued: bool) -> Command {
    Command {
        name,
        options,
        glued,
    }
}

/// Commands that take passwords this way.
pub(crate) const COMMANDS: &[Command] = &[
    command("mysql ", &["-p"], true),
    command("mysqldump ", &["-p"], true),
    command("mysqladmin ", &["-p"], true),
    command("mysqlimport ", &["-p"], true),
    command("mariadb ", &["-p"], true),
    command("mariadb-dump ", &["-p"], true),
    command("sshpass ", &["-p"], true),
    command("sshpass ", &["-p"], false),
    command("redis-cli ", &["-a", "--pass"], false),
    command("sqlcmd ", &["-P"], false),
    command("bcp ", &["-P"], false),
    command("mongo ", &["-p"], false),
    command("mongosh ", &["-p"], false),
    command("mongodump ", &["-p"], false),
    command("mongorestore ", &["-p"], false),
    command("ldapsearch ", &["-w"], false),
    command("ldapadd ", &["-w"], false),
    command("ldapmodify ", &["-w"], false),
    command("docker login", &["-p"], false),
    command("podman login", &["-p"], false),
    command("az login", &["-p"], false),
    command("oc login", &["-p"], false),
    command("cf login", &["-p"], false),
    command("mosquitto_pub ", &["-P"], false),
    command("mosquitto_sub ", &["-P"], false),
    command("cqlsh ", &["-p"], false),
    command("influx ", &["-password"], false),
    command("keytool ", &["-storepass", "-keypass"], false),
    command("jarsigner ", &["-storepass", "-keypass"], false),
    command("xfreerdp ", &["/p:"], true),
    command("zip ", &["-P"], false),
    command("unzip ", &["-P"], false),
    command("unrar ", &["-p"], true),
    command("7z ", &["-p"], true),
    command(
        "htpasswd ",
        &[
            "-b", "-bc", "-cb", "-Bb", "-bB", "-Bbc", "-cbB", "-nb", "-nbB", "-Bbn", "-bn",
        ],
        false,
    ),
    command(
        "openssl ",
        &["-passin pass:", "-passout pass:", "-k ", "-pass pass:"],
        true,
    ),
    command("smbclient ", &["%"], true),
    command("snmpwalk ", &["-A", "-X"], false),
    command("rabbitmqctl ", &["add_user", "change_password"], false),
    command("net user ", &["net user"], false),
    command("vncpasswd ", &["-f"], false),
    command("expressvpn ", &["-p"], false),
    command("lftp ", &["-u "], true),
    command("http ", &["-a", "--auth"], false),
    command("https ", &["-a", "--auth"], false),
    command("aws secretsmanager ", &["--secret-string"], false),
    command("aws ssm put-parameter ", &["--value"], false),
    command("az keyvault secret set ", &["--value"], false),
    command("gh secret set ", &["--body", "-b"], false),
    command("security import ", &["-P"], false),
    command("security unlock-keychain ", &["-p"], false),
    command("snowsql ", &["-p"], false),
    command("schtasks ", &["/rp"], false),
    command("snmpwalk ", &["-c"], false),
    command("snmpget ", &["-c", "-A", "-X"], false),
    command("nmcli ", &["password"], false),
    command("wandb login", &["login"], false),
    command("wget ", &["--http-password", "--ftp-password"], false),
];

/// Finds the passwords in the command whose name is at `at`.
pub(crate) fn passwords(text: &str, at: Range<usize>, command: &Command) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    looked(text, at, command, &mut found);
    found
}

fn looked(
    text: &str,
    at: Range<usize>,
    command: &Command,
    all: &mut Vec<Range<usize>>,
) -> Option<()> {
    let head = text.as_bytes().get(..at.start)?;
    if head
        .last()
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
    {
        return None;
    }
    let rest = text.get(at.start..)?;
    let end = rest.find(['\n', '|', ';']).unwrap_or(rest.len()).min(600);
    let line = (0..4).find_map(|less| rest.get(..end.saturating_sub(less)))?;
    for option in command.options {
        let mut from = 0;
        while let Some(found) = line.get(from..).and_then(|rest| rest.find(option)) {
            let start = from + found;
            from = start + option.len();
            let stands = start == 0 || line.get(..start)?.ends_with([' ', '\t']) || *option == "%";
            if !stands {
                continue;
            }
            if let Some(word) = word(line, from, command.glued) {
                // Some take a name or a file first, and the password after it.
                let skips = match command.name {
                    "htpasswd " => {
                        if option.contains('n') {
                            1
                        } else {
                            2
                        }
                    }
                    "rabbitmqctl " | "net user " => 1,
                    _ => 0,
                };
                let mut taken = Some(word);
                for _ in 0..skips {
                    taken = self::word(line, taken?.end, false);
                }
                let taken = taken?;
                let value = line.get(taken.clone())?;
                let value = value.trim_matches(['"', '\'']);
                let calls = judge::is_code(value) && value.contains('(');
                let plain = value.len() >= 4 && !value.starts_with(['-', '/']);
                let plain = plain && !judge::is_stand_in(value) && !calls;
                // `-p 5432:5432` is a port, `-p src/x` a place.
                let other = value
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b':')
                    || judge::is_place(value);
                if plain && !other {
                    let quote = usize::from(line.get(taken.clone())?.starts_with(['"', '\'']));
                    let start = at.start + taken.start + quote;
                    all.push(start..start + value.len());
                }
            }
        }
    }
    Some(())
}

/// Finds the word that begins at `from`, or after the spaces there, including its quotes.
fn word(line: &str, from: usize, glued: bool) -> Option<Range<usize>> {
    let rest = line.get(from..)?;
    let skipped = rest.len() - rest.trim_start_matches([' ', '\t', '=']).len();
    if glued && skipped > 0 || !glued && skipped == 0 {
        return None;
    }
    let start = from + skipped;
    let rest = line.get(start..)?;
    let length = match rest.as_bytes().first()? {
        mark @ (b'"' | b'\'') => rest.get(1..)?.find(char::from(*mark))? + 2,
        _ => rest
            .find([' ', '\t', '"', '\'', '`', ')', '\\'])
            .unwrap_or(rest.len()),
    };
    (length > 0).then_some(start..start + length)
}
