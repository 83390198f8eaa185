/**
 * Reads JSON and keeps the line of every value, which `JSON.parse` does not report: errors in a file written by hand must say
 * where they are. As strict as RFC 8259.
 */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** A value and its first line, from 1. */
export type JsonNode =
  | { readonly kind: 'plain'; readonly line: number; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly line: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly line: number; readonly fields: ReadonlyMap<string, JsonNode> };

type JsonReading =
  | { readonly ok: true; readonly root: JsonNode }
  /** Line and column, from 1, of the first unexpected token. */
  | { readonly ok: false; readonly line: number; readonly column: number; readonly expected: string };

const KNOWN_TEXT = 'a string without line breaks or unknown escapes';

const EXPECTED: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a value or a name in double quotes',
  InvalidCommentToken: 'no comment',
  PropertyNameExpected: 'a name in double quotes',
  CommaExpected: 'a comma or the closing bracket',
  ColonExpected: "':'",
  EndOfFileExpected: 'the end of the file',
  UnexpectedEndOfString: 'a string that ends with a double quote on its line',
  UnexpectedEndOfNumber: 'a whole number or a fraction',
  InvalidEscapeCharacter: KNOWN_TEXT,
  InvalidUnicode: KNOWN_TEXT,
  InvalidCharacter: KNOWN_TEXT,
};

/** Parses a JSON text. The last of duplicate fields wins, as with `JSON.parse`. */
export function readJson(text: string): JsonReading {
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { disallowComments: true });
    const [first] = errors;
    if (first === undefined && tree !== undefined)
      return { ok: true, root: toNode(tree, createLineCounter(text)) };
    const before = text.slice(0, first?.offset).split('\n');
    const column = (before.at(-1) ?? '').length + 1;
    const expected = first === undefined ? undefined : EXPECTED[printParseErrorCode(first.error)];
    return { ok: false, line: before.length, column, expected: expected ?? 'a value' };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, line: 1, column: 1, expected: 'less nesting' };
  }
}

function toNode({ type, offset, value, children = [] }: Node, lineAt: (offset: number) => number): JsonNode {
  const line = lineAt(offset);
  if (type === 'array') return { kind: 'list', line, items: children.map((item) => toNode(item, lineAt)) };
  if (type !== 'object') return { kind: 'plain', line, value };
  const fields = new Map<string, JsonNode>();
  for (const { children: [name, field] = [] } of children)
    if (name !== undefined && field !== undefined) fields.set(name.value, toNode(field, lineAt));
  return { kind: 'object', line, fields };
}

/** For offsets that never decrease: each line is counted once. */
function createLineCounter(text: string): (offset: number) => number {
  let line = 1;
  let end = text.indexOf('\n');
  return (offset) => {
    for (; end !== -1 && end < offset; end = text.indexOf('\n', end + 1)) line += 1;
    return line;
  };
}
