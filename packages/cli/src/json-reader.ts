/**
 * Reads JSON and remembers the line of every value, which `JSON.parse` does not tell: whoever wrote a file by hand must
 * be told where it is wrong. As strict as RFC 8259; for files of people, not for speed.
 */

/** A value and the line on which it begins, from 1. */
export type JsonNode =
  | { readonly kind: 'plain'; readonly line: number; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly line: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly line: number; readonly fields: ReadonlyMap<string, JsonNode> };

export type JsonReading =
  | { readonly ok: true; readonly root: JsonNode }
  /** Line and column, from 1, of the first character that cannot stand there. */
  | { readonly ok: false; readonly line: number; readonly column: number; readonly expected: string };

/** Deeper nesting than any file of ours; it keeps a hostile one from using up the stack. */
const DEEPEST = 100;

const SPACE = /[ \t\n\r]*/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
/** Also with escapes and characters that JSON forbids: those `JSON.parse` finds in it. */
const STRING = /"(?:[^"\\]|\\.)*"/suy;
const WORD = /true|false|null/uy;

/** Where reading stopped, and what could have stood there. */
class Stop extends Error {
  readonly expected: string;
  constructor(expected: string) {
    super(expected);
    this.expected = expected;
  }
}

/** Reads one JSON text. Of two fields with one name the last counts, as with `JSON.parse`. */
export function readJson(text: string): JsonReading {
  let at = 0;
  let line = 1;
  let lineStart = 0;

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function skipSpace(): void {
    const from = at;
    take(SPACE);
    for (
      let index = text.indexOf('\n', from);
      index !== -1 && index < at;
      index = text.indexOf('\n', index + 1)
    ) {
      line += 1;
      lineStart = index + 1;
    }
  }

  function takeMark(mark: string): boolean {
    skipSpace();
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  }

  function readValue(depth: number): JsonNode {
    skipSpace();
    const here = line;
    if (depth > DEEPEST) throw new Stop(`nothing nested deeper than ${DEEPEST} levels`);
    if (takeMark('{')) return { kind: 'object', line: here, fields: readFields(depth) };
    if (takeMark('[')) return { kind: 'list', line: here, items: readItems(depth) };
    if (text[at] === '"') return { kind: 'plain', line: here, value: readString('a value') };
    const plain = take(NUMBER) ?? take(WORD);
    if (plain === undefined) throw new Stop('a value');
    return { kind: 'plain', line: here, value: JSON.parse(plain) as number | boolean | null };
  }

  function readString(expected: string): string {
    const start = at;
    const quoted = take(STRING);
    if (quoted === undefined)
      throw new Stop(text[at] === '"' ? 'a text that ends with a double quote' : expected);
    try {
      return JSON.parse(quoted) as string;
    } catch {
      at = start;
      throw new Stop('a text without line breaks, and with known escapes only');
    }
  }

  function readItems(depth: number): JsonNode[] {
    const items: JsonNode[] = [];
    if (takeMark(']')) return items;
    do items.push(readValue(depth + 1));
    while (takeMark(','));
    if (!takeMark(']')) throw new Stop("',' or ']'");
    return items;
  }

  function readFields(depth: number): Map<string, JsonNode> {
    const fields = new Map<string, JsonNode>();
    if (takeMark('}')) return fields;
    do {
      skipSpace();
      const name = readString('a name in double quotes');
      if (!takeMark(':')) throw new Stop("':'");
      fields.set(name, readValue(depth + 1));
    } while (takeMark(','));
    if (!takeMark('}')) throw new Stop("',' or '}'");
    return fields;
  }

  try {
    const root = readValue(0);
    skipSpace();
    if (at < text.length) throw new Stop('the end of the file');
    return { ok: true, root };
  } catch (error) {
    // The engine of regular expressions gives up, by a RangeError, on strings of many million characters.
    const expected =
      error instanceof Stop ? error.expected : error instanceof RangeError ? 'a shorter text' : null;
    if (expected === null) throw error;
    return { ok: false, line, column: at - lineStart + 1, expected };
  }
}
