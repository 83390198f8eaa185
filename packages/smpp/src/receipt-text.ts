/**
 * Finds the fields in the text of a receipt. The format of the standard (appendix B) is only a recommendation: carriers change
 * order and case, write `=` for `:`, quote values, separate with `|` or `&`, pad with NUL, and begin with a byte order mark.
 */

/** How many characters are searched: a message_payload may have 64 KiB, and a search may take the square of its length. */
const SEARCHED = 2_000;

/** What may stand before a field, and ends a value. */
const GAP = String.raw`[\s,;|&\x00-\x1f]`;
const NAMES = String.raw`(?:id|sub|dlvrd|submit\s+date|done\s+date|stat(?:e|us)?|err|text)`;
const MARK = String.raw`["']?\s*[:=]`;

const value = (name: string): RegExp =>
  new RegExp(
    `(?:^(?:\xef\xbb\xbf)?|[{"']|${GAP})${name}${MARK}\\s*(?!${NAMES}${MARK})["']?((?:(?![|&]${NAMES}${MARK})[^\\s,;"'\\x00-\\x1f])+)`,
    'i',
  );

const fieldPatterns = { id: value('id'), stat: value('stat(?:e|us)?') };
const textField = new RegExp(`(?:^|["']|${GAP})text${MARK}`, 'i');
/** Some carriers write words instead of a code, so it ends where the next field begins. */
const errorField = new RegExp(
  `(?:^|["']|${GAP})err${MARK}(.*?)(?:["'}]*${GAP}+["']?(?:${NAMES}|\\w+)${MARK}|$)`,
  'is',
);

/** The value of a field, as written. The field may be behind `text:` if it is missing before it. */
export function fieldOf(text: string, name: keyof typeof fieldPatterns): string | null {
  return find(text, fieldPatterns[name])?.[1] ?? null;
}

/** The value of `err:`, which may have several words; null if there is none. */
export function findError(text: string): string | null {
  const error = find(text, errorField)?.[1]?.replace(/^[\s"']+|[\s"',;}]+$/g, '');
  return error === undefined || error === '' ? null : error;
}

/** Everything after `text:` is the message itself and may contain anything, so it is searched only for what is missing before it. */
function find(whole: string, pattern: RegExp): RegExpExecArray | null {
  const text = whole.slice(0, SEARCHED);
  const textAt = text.search(textField);
  const head = textAt < 0 ? text : text.slice(0, textAt);
  return pattern.exec(head) ?? (textAt < 0 ? null : pattern.exec(text));
}
