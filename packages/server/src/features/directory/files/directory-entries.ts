/**
 * Validates the entries of a directory file in any format: texts, numbers, and contradictions between entries. All faults
 * are collected with their position, so that a file can be fixed in one go.
 */
import {
  type DirectoryClient,
  type DirectoryOffice,
  type DirectoryPartner,
  type DirectoryPhone,
  keyOf,
  PATHS,
  type WholeInput,
} from '@textprobe/database/directory/directory-input';
import type { EntryKind } from '@textprobe/database/directory/entry-kinds';
import { damagedWords, looksDamaged } from '@textprobe/domain/damaged-text';
import { type Cell, createCellReader, LONGEST_NAME } from './cell-reader.ts';
import {
  createFaultList,
  type FaultCollector,
  type FaultList,
  type Place,
  placeWords,
} from './directory-fault.ts';

type Cells<Name extends string> = Readonly<Record<Name, Cell>>;

/** In CSV every row may name it. */
interface LimitOfPartner {
  readonly limitPerDay?: Cell;
}

/** The cells of an entry of the file, by kind. */
interface EntryCells {
  readonly partners: Cells<keyof DirectoryPartner>;
  readonly clients: Cells<keyof DirectoryClient> & LimitOfPartner;
  readonly offices: Cells<keyof DirectoryOffice> & LimitOfPartner;
  readonly phones: Cells<keyof DirectoryPhone>;
}
export type DirectoryEntry = {
  readonly [K in EntryKind]: { readonly kind: K; readonly place: Place; readonly cells: EntryCells[K] };
}[EntryKind];

/** With any fault, nothing may be imported. */
export interface DirectoryCheck extends FaultList {
  /** The entries without faults. */
  readonly directory: WholeInput;
  /** Where each of them is first named, in the same order. */
  readonly places: Readonly<Record<EntryKind, readonly Place[]>>;
}

/**
 * Validates all entries. Identical duplicates count once; contradicting ones are a fault.
 * @param entries in the order of the file
 * @param faults those found while parsing
 */
export function checkEntries(entries: Iterable<DirectoryEntry>, faults = createFaultList()): DirectoryCheck {
  const rows = createRows(faults);
  const assumed = new Set<string>();
  const damaged = new Set<string>();
  for (const entry of entries) {
    const { kind, place, cells } = entry;
    const name = nameOf(entry);
    const read = createCellReader(
      (field, message) => faults.add({ ...place, kind, name, field, message }),
      (number) => assumed.add(number),
      (text) => looksDamaged(text) && damaged.add(text),
    );
    /** Adds the partner and the client even if the rest of the office is wrong: a phone may name the partner. */
    const addPartner = (name: Cell, limit: Cell | undefined): string => {
      const partner = { name: read.name(name), ...given('limitPerDay', limit && read.limit(limit)) };
      if (read.isSound()) rows.addPartner(partner, entry, limit?.label);
      return partner.name;
    };
    const addClient = (partner: string, name: Cell): string => {
      const client = { partner, name: read.name(name) };
      if (read.isSound()) rows.add('clients', client, entry);
      return client.name;
    };
    if (kind === 'partners') addPartner(cells.name, cells.limitPerDay);
    else if (kind === 'clients') addClient(addPartner(cells.partner, cells.limitPerDay), cells.name);
    else if (kind === 'offices') {
      const partner = addPartner(cells.partner, cells.limitPerDay);
      const client = addClient(partner, cells.client);
      const office: DirectoryOffice = {
        partner,
        client,
        office: read.name(cells.office),
        phoneNumber: read.sender(cells.phoneNumber),
        ...given('managerFirstName', read.ifGiven(cells.managerFirstName, read.optionalName)),
        ...given('managerLastName', read.ifGiven(cells.managerLastName, read.optionalName)),
        ...given('gateway', read.optionalName(cells.gateway) || undefined),
      };
      if (read.isSound()) rows.add('offices', office, entry);
    } else {
      const phone: DirectoryPhone = {
        name: read.name(cells.name),
        phoneNumber: read.phoneNumber(cells.phoneNumber),
        carrier: read.name(cells.carrier),
        ...given('evidence', read.ifGiven(cells.evidence, read.evidence)),
        ...given('partner', read.optionalName(cells.partner) || undefined),
      };
      if (read.isSound()) rows.add('phones', phone, entry);
    }
  }
  if (assumed.size > 0) faults.notice(assumedWords([...assumed]));
  const words = damagedWords(damaged);
  if (words !== null) faults.notice(words);
  return { ...rows.result(), ...faults.result() };
}

/** How many numbers a notice lists. */
const LISTED = 3;

/** A spreadsheet drops the plus of other countries' numbers too, and some of those are valid American ones. */
function assumedWords(numbers: readonly string[]): string {
  const more = numbers.length - LISTED;
  const rest = more > 0 ? ` and ${more.toLocaleString('en-US')} more` : '';
  const count =
    numbers.length === 1 ? '1 number without' : `${numbers.length.toLocaleString('en-US')} numbers without`;
  return `Read as American: ${count} a country code (${numbers.slice(0, LISTED).join(', ')}${rest}).`;
}

/** Its names as they are in the file, without those that are missing. */
function nameOf({ kind, cells }: DirectoryEntry): string {
  const names =
    kind === 'offices'
      ? [cells.partner, cells.client, cells.office]
      : kind === 'clients'
        ? [cells.partner, cells.name]
        : [cells.name];
  return names.flatMap(({ text }) => text?.trim().slice(0, LONGEST_NAME) || []).join(' / ');
}

function given<Name extends string, T>(name: Name, value: T | undefined): Partial<Record<Name, T>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, T>);
}

interface Found<Row> {
  readonly row: Row;
  readonly at: Place;
}

/** The rows found so far; contradictions between them become faults. */
function createRows(faults: FaultCollector) {
  const maps = {
    partners: new Map<string, Found<DirectoryPartner>>(),
    clients: new Map<string, Found<DirectoryClient>>(),
    offices: new Map<string, Found<DirectoryOffice>>(),
    phones: new Map<string, Found<DirectoryPhone>>(),
  };
  type Rows = WholeInput[EntryKind][number];

  function contradiction(entry: DirectoryEntry, field: string, first: Place, what: string): void {
    const message = `contradicts ${placeWords(first)} about "${what}"; keep one of the two.`;
    faults.add({ ...entry.place, kind: entry.kind, name: nameOf(entry), field, message });
  }

  function addPartner(row: DirectoryPartner, entry: DirectoryEntry, limitLabel = ''): void {
    const key = keyOf('partners', PATHS.partners(row));
    const first = maps.partners.get(key);
    if (first === undefined) {
      maps.partners.set(key, { row, at: entry.place });
    } else if (row.limitPerDay !== undefined && first.row.limitPerDay === undefined) {
      maps.partners.set(key, { row, at: first.at });
      limits.set(key, entry.place);
    } else if (row.limitPerDay !== undefined && row.limitPerDay !== first.row.limitPerDay) {
      contradiction(entry, limitLabel, limits.get(key) ?? first.at, `the daily limit of ${row.name}`);
    }
  }
  /** Where the limit of a partner is, if not where the partner is first named. */
  const limits = new Map<string, Place>();

  function add<K extends Exclude<EntryKind, 'partners'>>(
    kind: K,
    row: WholeInput[K][number],
    entry: DirectoryEntry,
  ): void {
    const path = PATHS[kind](row as never);
    const key = keyOf(kind, path);
    const rows = maps[kind] as Map<string, Found<Rows>>;
    const first = rows.get(key);
    if (first === undefined) rows.set(key, { row, at: entry.place });
    else {
      const [field] = differing(first.row, row);
      const cells: Readonly<Record<string, Cell | undefined>> = { ...entry.cells };
      if (field !== undefined) contradiction(entry, cells[field]?.label ?? field, first.at, path.join(' / '));
    }
  }

  return {
    addPartner,
    add,
    result() {
      const directory: WholeInput = {
        partners: rowsOf(maps.partners),
        clients: rowsOf(maps.clients),
        offices: rowsOf(maps.offices),
        phones: rowsOf(maps.phones),
      };
      const places = {
        partners: placesOf(maps.partners),
        clients: placesOf(maps.clients),
        offices: placesOf(maps.offices),
        phones: placesOf(maps.phones),
      };
      return { directory, places };
    },
  };
}

function rowsOf<Row>(found: ReadonlyMap<string, Found<Row>>): Row[] {
  return [...found.values()].map(({ row }) => row);
}

function placesOf(found: ReadonlyMap<string, Found<unknown>>): Place[] {
  return [...found.values()].map(({ at }) => at);
}

/** The fields in which two rows differ. */
function differing(one: object, other: object): string[] {
  const [a, b] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...new Set([...a.keys(), ...b.keys()])].filter((field) => a.get(field) !== b.get(field));
}
