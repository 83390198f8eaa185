/**
 * Parses a directory in JSON:
 *
 *     { "partners": [ { "name", "limitPerDay", "clients": [ { "name", "offices": [
 *           { "name", "phoneNumber", "managerFirstName", "managerLastName", "gateway" } ] } ] } ],
 *       "phones": [ { "name", "phoneNumber", "carrier", "evidence", "partner" } ] }
 *
 * Optional: either list, a partner's limit (messages a day, or null for none), managers' names, the gateway, and of a
 * phone the evidence and the partner. What is missing stays unchanged; a new phone without evidence has `handset`.
 */
import { type Cell, cellText, NO_LIMIT } from './cell-reader.ts';
import { checkEntries, type DirectoryCheck, type DirectoryEntry } from './directory-entries.ts';
import {
  type FaultCollector,
  fileFault,
  type Place,
  quote,
  shortened,
  tooManyEntries,
} from './directory-fault.ts';
import { type JsonNode, readJson } from './json-reader.ts';

/** The entries read so far, and the faults of their structure. */
interface Reader {
  readonly entries: DirectoryEntry[];
  readonly faults: FaultCollector;
}

type Fields = ReadonlyMap<string, JsonNode>;

/** Of an entry with all its fields, and a few unknown ones. */
const VALUES_PER_ENTRY = 10;

/**
 * @param text without a byte order mark
 * @param limit of entries
 */
export function parseDirectoryJson(text: string, limit: number, faults: FaultCollector): DirectoryCheck {
  const reader: Reader = { entries: [], faults };
  const reading = readJson(text, limit * VALUES_PER_ENTRY);
  if (!reading.ok) {
    const { line, column, expected } = reading;
    const isTooLong = expected === null;
    reader.faults.add(
      isTooLong
        ? tooManyEntries(limit)
        : fileFault(line, `invalid JSON at column ${column}; expected ${expected}.`),
    );
    return checkEntries([], reader.faults);
  }
  const top = readObject(reader, reading.root, '', ['partners', 'phones']);
  if (top === null) return checkEntries([], reader.faults);
  readList(reader, top, '', 'partners', (node, path) => readPartner(reader, node, path));
  readList(reader, top, '', 'phones', (node, path) => readPhone(reader, node, path));
  if (reader.entries.length <= limit) return checkEntries(reader.entries, reader.faults);
  reader.faults.add(tooManyEntries(limit));
  return checkEntries([], reader.faults);
}

function readPartner(reader: Reader, node: JsonNode, path: string): void {
  const fields = readObject(reader, node, path, ['name', 'limitPerDay', 'clients']);
  if (fields === null) return;
  const partner = readParentName(reader, fields, node, path, 'the name of its partner');
  const place = placeOf(node, path);
  const limitPerDay = readLimit(reader, fields, path);
  reader.entries.push({ kind: 'partners', place, cells: { name: partner, limitPerDay } });
  readList(reader, fields, path, 'clients', (child, childPath) => {
    const clientFields = readObject(reader, child, childPath, ['name', 'offices']);
    if (clientFields === null) return;
    const client = readParentName(reader, clientFields, child, childPath, 'the name of its client');
    const cells = { partner, name: client };
    reader.entries.push({ kind: 'clients', place: placeOf(child, childPath), cells });
    readList(reader, clientFields, childPath, 'offices', (office, officePath) => {
      readOffice(reader, office, officePath, { partner, client });
    });
  });
}

function readOffice(
  reader: Reader,
  node: JsonNode,
  path: string,
  parents: Readonly<Record<'partner' | 'client', Cell>>,
): void {
  const fields = readObject(reader, node, path, [
    'name',
    'phoneNumber',
    'managerFirstName',
    'managerLastName',
    'gateway',
  ]);
  if (fields === null) return;
  const text = (name: string): Cell => readText(reader, fields, path, name);
  const cells = {
    ...parents,
    office: text('name'),
    phoneNumber: text('phoneNumber'),
    managerFirstName: text('managerFirstName'),
    managerLastName: text('managerLastName'),
    gateway: text('gateway'),
  };
  reader.entries.push({ kind: 'offices', place: placeOf(node, path), cells });
}

function readPhone(reader: Reader, node: JsonNode, path: string): void {
  const fields = readObject(reader, node, path, ['name', 'phoneNumber', 'carrier', 'evidence', 'partner']);
  if (fields === null) return;
  const text = (name: string): Cell => readText(reader, fields, path, name);
  reader.entries.push({
    kind: 'phones',
    place: placeOf(node, path),
    cells: {
      name: text('name'),
      phoneNumber: text('phoneNumber'),
      carrier: text('carrier'),
      evidence: text('evidence'),
      partner: text('partner'),
    },
  });
}

function readObject(reader: Reader, node: JsonNode, path: string, known: readonly string[]): Fields | null {
  if (node.kind !== 'object') {
    complain(reader, node, path, `must be an object with ${known.join(', ')}`);
    return null;
  }
  for (const [name, field] of node.fields) {
    if (!known.includes(name)) {
      complain(
        reader,
        field,
        path,
        `field ${quote(name)} is unknown; the fields are ${known.join(', ')}`,
        shortened(name),
      );
    }
  }
  return node.fields;
}

function readList(
  reader: Reader,
  fields: Fields,
  path: string,
  name: string,
  readItem: (node: JsonNode, path: string) => void,
): void {
  const node = fields.get(name);
  const listPath = path === '' ? name : `${path}.${name}`;
  if (node === undefined) return;
  if (node.kind === 'list') node.items.forEach((item, index) => readItem(item, `${listPath}[${index}]`));
  else complain(reader, node, listPath, 'must be a list');
}

/** A missing text counts as empty; `checkEntries` decides whether it may be. */
function readText(reader: Reader, fields: Fields, path: string, name: string): Cell {
  const node = fields.get(name);
  if (node === undefined) return { label: name, text: '', isAbsent: true };
  if (node.kind === 'plain' && typeof node.value === 'string')
    return { label: name, text: cellText(node.value) };
  complain(reader, node, path, `${name} must be a string in double quotes`, name);
  return { label: name, text: null };
}

/** A number, or null for no limit, as the text of a CSV cell. */
function readLimit(reader: Reader, fields: Fields, path: string): Cell {
  const label = 'limitPerDay';
  const node = fields.get(label);
  if (node === undefined) return { label, text: '' };
  if (node.kind === 'plain' && node.value === null) return { label, text: NO_LIMIT };
  if (node.kind === 'plain' && typeof node.value === 'number') return { label, text: String(node.value) };
  complain(reader, node, path, `${label} must be a number or null`, label);
  return { label, text: null };
}

/** The name of a partner or client. An empty one is reported here once, not for each of its offices. */
function readParentName(reader: Reader, fields: Fields, node: JsonNode, path: string, label: string): Cell {
  const { text } = readText(reader, fields, path, 'name');
  if (text?.trim() !== '') return { label, text };
  complain(reader, node, path, 'name is empty', 'name');
  return { label, text: null };
}

function complain(reader: Reader, node: JsonNode, path: string, words: string, field = ''): void {
  reader.faults.add({ ...placeOf(node, path), kind: null, field, message: `${words}.` });
}

function placeOf({ line }: JsonNode, path: string): Place {
  return { line, path };
}
