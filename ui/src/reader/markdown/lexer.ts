// Markdown in tokens, never as HTML. Loaded when a conversation is first shown. What is too large or
// too deep for it stays text.
import { Lexer, type Token } from 'marked';

/** Longer texts are shown as they are. */
const MAX_MARKDOWN_CHARS = 64 * 1024;
/** Deeper quotes and lists than anyone writes are shown as they are. */
const TOO_DEEP = /^[ \t]*(?:(?:>|[*+-] )[ \t]*){24}/m;

export type { Token, Tokens } from 'marked';

/** The tokens of a text; nothing when it has to stay text. `breaks` keeps every end of a line. */
export function tokensOf(text: string, breaks: boolean): Token[] | null {
  if (text.length > MAX_MARKDOWN_CHARS || TOO_DEEP.test(text)) return null;
  try {
    return Lexer.lex(text, { gfm: true, breaks });
  } catch {
    return null;
  }
}
