//! Starting with the session, in the tray: only when the person asked for it. Each profile takes
//! back only what it put there itself.

use std::io;
use std::path::{Path, PathBuf};

/// Makes Segue start with the session for this profile, or not.
pub fn set(on: bool, profile: &Path) -> io::Result<()> {
    let program = program()?;
    system::set(on, &program, profile)
}

/// Returns the path by which the system should start the program.
fn program() -> io::Result<PathBuf> {
    // Inside an AppImage the program's own path is gone with the next start.
    match std::env::var_os("APPIMAGE") {
        Some(image) if !image.is_empty() => Ok(image.into()),
        _ => std::env::current_exe(),
    }
}

/// Writes a file that exists exactly when Segue starts with the session, or removes it if it is
/// ours.
#[cfg(not(windows))]
fn set_file(file: &Path, on: bool, text: &str, mark: &str) -> io::Result<()> {
    let found = match std::fs::read_to_string(file) {
        Ok(found) => Some(found),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let ours = found.as_deref().is_some_and(|found| found.contains(mark));
    match (on, found) {
        (true, Some(found)) if found == text => Ok(()),
        (true, _) => {
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder)?;
            }
            std::fs::write(file, text)
        }
        (false, Some(_)) if ours => std::fs::remove_file(file),
        (false, _) => Ok(()),
    }
}

/// The desktop entry of the XDG autostart folder.
#[cfg(not(any(target_os = "macos", windows)))]
mod system {
    use super::*;

    /// Turns starting with the desktop on or off.
    pub fn set(on: bool, program: &Path, profile: &Path) -> io::Result<()> {
        let config = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
        let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".config"));
        let config = config.filter(|folder| folder.is_absolute()).or_else(home);
        let config = config.ok_or_else(|| io::Error::other("there is no home folder"))?;
        let file = config.join("autostart/dev.segue.desktop.desktop");
        let mark = format!("X-Segue-Profile={}\n", escaped(&profile.to_string_lossy()));
        super::set_file(&file, on, &entry(program, profile, &mark), &mark)
    }

    fn entry(program: &Path, profile: &Path, mark: &str) -> String {
        format!(
            "[Desktop Entry]\nType=Application\nName=Segue\nExec={} --hidden --profile {}\n\
             Icon=segue-desktop\nTerminal=false\nX-GNOME-Autostart-enabled=true\n{mark}",
            quoted(&program.to_string_lossy()),
            quoted(&profile.to_string_lossy())
        )
    }

    /// Escapes a value of a desktop entry, which is one line.
    fn escaped(text: &str) -> String {
        text.replace('\\', "\\\\").replace('\n', "\\n")
    }

    /// Quotes one word of a command in a desktop entry.
    fn quoted(word: &str) -> String {
        let mut quoted = String::from("\"");
        for letter in word.chars() {
            match letter {
                '"' | '`' | '$' | '\\' => quoted.extend(['\\', letter]),
                '%' => quoted.push_str("%%"),
                letter => quoted.push(letter),
            }
        }
        quoted.push('"');
        escaped(&quoted)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn words_are_quoted_as_desktop_entries_want_it() {
            assert_eq!(quoted("/opt/a b/x"), "\"/opt/a b/x\"");
            assert_eq!(quoted("a\"$`\\%"), "\"a\\\\\"\\\\$\\\\`\\\\\\\\%%\"");
        }

        #[test]
        fn only_what_this_profile_put_there_is_taken_back() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("autostart/x.desktop");
            let (one, two) = ("X-Segue-Profile=/one\n", "X-Segue-Profile=/two\n");
            let text = entry(Path::new("/usr/bin/segue-desktop"), Path::new("/one"), one);
            assert!(
                text.contains("\nExec=\"/usr/bin/segue-desktop\" --hidden --profile \"/one\"\n")
            );
            set_file(&file, false, &text, one).unwrap();
            assert!(!file.exists());
            set_file(&file, true, &text, one).unwrap();
            set_file(&file, false, "", two).unwrap();
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
            set_file(&file, false, "", one).unwrap();
            assert!(!file.exists());
        }
    }
}

/// A launch agent of the person.
#[cfg(target_os = "macos")]
mod system {
    use super::*;

    /// Turns starting with the desktop on or off.
    pub fn set(on: bool, program: &Path, profile: &Path) -> io::Result<()> {
        let home = std::env::var_os("HOME").ok_or_else(|| io::Error::other("no home folder"))?;
        let file = Path::new(&home).join("Library/LaunchAgents/dev.segue.desktop.plist");
        let word = |text: &str| {
            let text = text
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;");
            format!("    <string>{text}</string>\n")
        };
        let mark = word(&profile.to_string_lossy());
        let text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\n  \
             <key>Label</key><string>dev.segue.desktop</string>\n  <key>ProgramArguments</key><array>\n\
             {}{}{}{mark}  </array>\n  <key>RunAtLoad</key><true/>\n</dict></plist>\n",
            word(&program.to_string_lossy()),
            word("--hidden"),
            word("--profile"),
        );
        super::set_file(&file, on, &text, &mark)
    }
}

/// An entry of the person's own `Run` key.
#[cfg(windows)]
mod system {
    use super::*;

    const KEY: &str = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Run";
    const NAME: &str = "Segue";

    /// Turns starting with the desktop on or off.
    pub fn set(on: bool, program: &Path, profile: &Path) -> io::Result<()> {
        let command = format!(
            "\"{}\" --hidden --profile \"{}\"",
            program.display(),
            profile.display()
        );
        let query = reg(&["query", KEY, "/v", NAME])?;
        let found = String::from_utf8_lossy(&query.stdout).into_owned();
        let same = found.contains(&command);
        let done = match (on, same) {
            (true, false) => reg(&["add", KEY, "/v", NAME, "/t", "REG_SZ", "/d", &command, "/f"])?,
            (false, true) => reg(&["delete", KEY, "/v", NAME, "/f"])?,
            _ => return Ok(()),
        };
        if done.status.success() {
            return Ok(());
        }
        Err(io::Error::other("the registry did not take it"))
    }

    fn reg(arguments: &[&str]) -> io::Result<std::process::Output> {
        std::process::Command::new("reg.exe")
            .args(arguments)
            .output()
    }
}
