//! The places a secret hides in, and which secret can hide where.

use super::Category;
use super::kinds::{Sample, Stands};
use super::mark::{plain, take};

/// Where and how a secret stands in its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// The person says it.
    Said,
    /// The agent says it.
    Answer,
    /// The agent thinks it.
    Reasoning,
    /// In a command the agent runs.
    ToolCommand,
    /// In a file the agent writes.
    ToolWrite,
    /// In what a command printed.
    Output,
    /// In a list of environment variables.
    Environment,
    /// In a file with a number before each line.
    Numbered,
    /// In what `git diff` printed.
    GitDiff,
    /// In a line of a log.
    Log,
    /// In a stack trace.
    Trace,
    /// In the name of a file.
    Path,
    /// In JSON that is a string in JSON.
    Nested,
    /// The same, with letters and slashes escaped that need not be.
    NestedEscaped,
    /// In a file that is base64 as a whole.
    Base64File,
    /// As base64 of its own.
    Base64Token,
    /// With the escapes of addresses.
    UrlEncoded,
    /// Only in a field that the agent keeps beside the message.
    NativeExtra,
    /// In a picture: a text of a PNG.
    PngText,
    /// In a picture: the comment of a JPEG.
    JpegComment,
    /// In a diff that was attached.
    AttachedDiff,
    /// With colours of a terminal around it.
    Ansi,
    /// With colours of a terminal inside it.
    AnsiInside,
    /// A key with its lines indented, quoted or joined.
    WrappedKey,
    /// With the line ends of Windows.
    Crlf,
    /// Between the fences of Markdown.
    Fence,
    /// Beside Chinese, Japanese or Korean words.
    Cjk,
    /// Beside brackets, quotes and stars.
    Punctuation,
}

use Form::{
    Ansi, AnsiInside, Answer, AttachedDiff, Base64File, Base64Token, Cjk, Crlf, Environment, Fence,
    GitDiff, JpegComment, Log, NativeExtra, Nested, NestedEscaped, Numbered, Output, Path, PngText,
    Punctuation, Reasoning, Said, ToolCommand, ToolWrite, Trace, UrlEncoded, WrappedKey,
};

impl Form {
    pub const ALL: [Self; 28] = [
        Said,
        Answer,
        Reasoning,
        ToolCommand,
        ToolWrite,
        Output,
        Environment,
        Numbered,
        GitDiff,
        Log,
        Trace,
        Path,
        Nested,
        NestedEscaped,
        Base64File,
        Base64Token,
        UrlEncoded,
        NativeExtra,
        PngText,
        JpegComment,
        AttachedDiff,
        Ansi,
        AnsiInside,
        WrappedKey,
        Crlf,
        Fence,
        Cjk,
        Punctuation,
    ];

    /// Returns the name it has in a table.
    pub fn name(self) -> &'static str {
        match self {
            Said => "said by the person",
            Answer => "said by the agent",
            Reasoning => "reasoning",
            ToolCommand => "tool input: command",
            ToolWrite => "tool input: file",
            Output => "tool output",
            Environment => "tool output: env",
            Numbered => "tool output: numbered lines",
            GitDiff => "tool output: git diff",
            Log => "tool output: log",
            Trace => "tool output: stack trace",
            Path => "file name",
            Nested => "JSON in JSON",
            NestedEscaped => "JSON in JSON, odd escapes",
            Base64File => "base64 of a file",
            Base64Token => "base64 of the token",
            UrlEncoded => "URL-encoded",
            NativeExtra => "native extra field",
            PngText => "PNG text",
            JpegComment => "JPEG comment",
            AttachedDiff => "attached diff",
            Ansi => "ANSI colours around",
            AnsiInside => "ANSI colours inside",
            WrappedKey => "wrapped key",
            Crlf => "Windows line ends",
            Fence => "Markdown fence",
            Cjk => "beside CJK words",
            Punctuation => "beside punctuation",
        }
    }

    /// Checks whether a secret can be there and still be one.
    pub(super) fn fits(self, sample: &Sample, category: Category) -> bool {
        let token = matches!(sample.stands, Stands::Alone | Stands::Named);
        let alone = sample.stands == Stands::Alone;
        let single = !sample.text.contains('\n');
        let lines = sample.stands == Stands::Lines;
        match self {
            Environment => token,
            Punctuation | Base64Token => alone,
            AnsiInside => alone && single,
            Path => {
                alone && plain(&sample.text).chars().all(in_file_names) && sample.text.len() < 120
            }
            Log | Trace | UrlEncoded | Cjk => single,
            WrappedKey => lines && category == Category::Keys && spans_lines(sample),
            Numbered | Crlf | Base64File | GitDiff | AttachedDiff | ToolWrite => token || lines,
            Ansi | Said | Answer | Reasoning | ToolCommand | Output | Nested | NestedEscaped
            | NativeExtra | PngText | JpegComment | Fence => true,
        }
    }
}

fn in_file_names(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-_.".contains(letter)
}

fn spans_lines(sample: &Sample) -> bool {
    take(&sample.text)
        .1
        .iter()
        .any(|value| value.contains('\n'))
}
