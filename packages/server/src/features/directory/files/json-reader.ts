/**
 * Reads JSON and keeps the line of every value, which `JSON.parse` does not report: errors in a file written by hand must say
 * where they are. As strict as RFC 8259.
 */
import { printParseErrorCode, visit } from 'jsonc-parser';

/** A value and its first line, from 1. */
export type JsonNode =
  | { readonly kind: 'plain'; readonly line: number; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly line: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly line: number; readonly fields: ReadonlyMap<string, JsonNode> };

type JsonReading =
  | { readonly ok: true; readonly root: JsonNode }
  /** Line and column, from 1, of the first unexpected token. `expected` null: there are too many values. */
  | InvalidJson;
interface InvalidJson {
  readonly ok: false;
  readonly line: number;
  readonly column: number;
  readonly expected: string | null;
}

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

/**
 * Parses a JSON text. The last of duplicate fields wins, as with `JSON.parse`.
 * @param limit of values, which bounds the memory: each takes 150 bytes, and at least two in the file
 */
export function readJson(text: string, limit: number): JsonReading {
  const tree = createTree();
  let values = 0;
  let fault: InvalidJson | null = null;
  function fail(line: number, character: number, expected: string | null): void {
    fault ??= { ok: false, line: line + 1, column: character + 1, expected };
  }
  const isWanted = (line: number, character: number): boolean => {
    values += 1;
    if (values > limit) fail(line, character, null);
    return fault === null;
  };
  try {
    visit(
      text,
      {
        onObjectBegin(_offset, _length, line, character) {
          if (isWanted(line, character)) tree.open({ kind: 'object', line: line + 1, fields: new Map() });
        },
        onArrayBegin(_offset, _length, line, character) {
          if (isWanted(line, character)) tree.open({ kind: 'list', line: line + 1, items: [] });
        },
        onObjectProperty(name) {
          if (fault === null) tree.name(name);
        },
        onLiteralValue(value: string | number | boolean | null, _offset, _length, line, character) {
          if (isWanted(line, character)) tree.add({ kind: 'plain', line: line + 1, value });
        },
        onObjectEnd: () => fault ?? tree.close(),
        onArrayEnd: () => fault ?? tree.close(),
        onError(code, _offset, _length, line, character) {
          fail(line, character, EXPECTED[printParseErrorCode(code)] ?? 'a value');
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    fail(0, 0, 'less nesting');
  }
  return fault ?? { ok: true, root: tree.root() };
}

type Parent =
  | { readonly kind: 'list'; readonly line: number; readonly items: JsonNode[] }
  | { readonly kind: 'object'; readonly line: number; readonly fields: Map<string, JsonNode> };

/** Built from the events of a valid text. */
function createTree() {
  /** The open lists and objects, each with the name of its current field. */
  const open: { readonly node: Parent; field: string }[] = [];
  let root: JsonNode = { kind: 'plain', line: 1, value: null };

  function add(node: JsonNode): void {
    const parent = open.at(-1);
    if (parent === undefined) root = node;
    else if (parent.node.kind === 'list') parent.node.items.push(node);
    else parent.node.fields.set(parent.field, node);
  }

  return {
    add,
    open(node: Parent): void {
      add(node);
      open.push({ node, field: '' });
    },
    name(field: string): void {
      const parent = open.at(-1);
      if (parent !== undefined) parent.field = field;
    },
    close: () => void open.pop(),
    root: () => root,
  };
}
