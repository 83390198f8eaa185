/**
 * Validates the entries of a directory file in any format: texts, numbers, and contradictions between entries. All faults
 * are collected with their position, so that a file can be fixed in one go.
 */
import type {
  DirectoryInput,
  DirectoryOffice,
  DirectoryPhone,
} from '@textprobe/database/directory/import-directory';
import { HIGHEST_LIMIT_PER_DAY } from '@textprobe/domain/daily-limit';
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { toE164 } from '@textprobe/domain/phone-number';

/** One text of a file. */
export interface Cell {
  /** The name of its column or field, for error messages. */
  readonly label: string;
  /** Null: unreadable, and already reported. */
  readonly text: string | null;
}

type Cells<Name extends string> = Readonly<Record<Name, Cell>>;

/** An office or a phone of the file; `place` is its position, such as `line 3`. */
export type DirectoryEntry =
  | {
      readonly kind: 'office';
      readonly place: string;
      readonly cells: Cells<keyof Required<DirectoryOffice>>;
    }
  | { readonly kind: 'phone'; readonly place: string; readonly cells: Cells<keyof Required<DirectoryPhone>> };

export type DirectoryCheck =
  | { readonly ok: true; readonly directory: DirectoryInput }
  /** Sentences that begin with their position. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** The text that removes a limit. */
export const NO_LIMIT = 'none';

/** Longer than any real name; rejects texts pasted into a wrong column. */
const LONGEST_NAME = 200;

/**
 * Validates all entries. Identical duplicates count once; contradicting ones are a fault.
 * @param entries in the order of the file
 * @param earlier faults found while parsing; with any, there is no directory
 */
export function checkEntries(
  entries: Iterable<DirectoryEntry>,
  earlier: readonly string[] = [],
): DirectoryCheck {
  const faults = [...earlier];
  const offices = new Map<string, Found<DirectoryOffice>>();
  const phones = new Map<string, Found<DirectoryPhone>>();
  const limits = new Map<string, Found<{ readonly limit: number | null }>>();
  for (const { kind, place, cells } of entries) {
    const read = createCellReader(place, faults);
    if (kind === 'office') {
      const gateway = read.optionalName(cells.gateway);
      const limit = read.limit(cells.partnerLimitPerDay);
      const office: DirectoryOffice = {
        partner: read.name(cells.partner),
        client: read.name(cells.client),
        office: read.name(cells.office),
        phoneNumber: read.phoneNumber(cells.phoneNumber),
        managerFirstName: read.optionalName(cells.managerFirstName),
        managerLastName: read.optionalName(cells.managerLastName),
        ...(gateway === '' ? {} : { gateway }),
        ...(limit === undefined ? {} : { partnerLimitPerDay: limit }),
      };
      if (read.isSound()) {
        addOnce(offices, [office.partner, office.client, office.office], office, place, faults);
        if (limit !== undefined)
          addOnce(limits, [`the daily limit of ${office.partner}`], { limit }, place, faults);
      }
    } else {
      const partner = read.optionalName(cells.partner);
      const phone: DirectoryPhone = {
        name: read.name(cells.name),
        phoneNumber: read.phoneNumber(cells.phoneNumber),
        carrier: read.name(cells.carrier),
        evidence: read.evidence(cells.evidence),
        ...(partner === '' ? {} : { partner }),
      };
      if (read.isSound()) addOnce(phones, [phone.phoneNumber], phone, place, faults);
    }
  }
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, directory: { offices: rowsOf(offices), phones: rowsOf(phones) } };
}

interface Found<Row> {
  readonly row: Row;
  readonly place: string;
}

function rowsOf<Row>(found: ReadonlyMap<string, Found<Row>>): Row[] {
  return [...found.values()].map(({ row }) => row);
}

function addOnce<Row extends object>(
  rows: Map<string, Found<Row>>,
  key: readonly string[],
  row: Row,
  place: string,
  faults: string[],
): void {
  const first = rows.get(JSON.stringify(key));
  if (first === undefined) rows.set(JSON.stringify(key), { row, place });
  else if (JSON.stringify(first.row) !== JSON.stringify(row)) {
    faults.push(`${place}: contradicts ${first.place} about "${key.join(' / ')}"; keep one of the two.`);
  }
}

/** Reads the cells of one entry and adds errors to `faults`; check `isSound` before using the values. */
function createCellReader(place: string, faults: string[]) {
  let isSound = true;

  function fault({ label }: Cell, words: string | null): '' {
    isSound = false;
    if (words !== null) faults.push(`${place}: ${label} ${words}.`);
    return '';
  }

  function optionalName(cell: Cell): string {
    if (cell.text === null) return fault(cell, null);
    // NFC, so that names with accents are equal whichever program wrote the file.
    const text = cell.text.normalize('NFC').trim();
    if (text.length > LONGEST_NAME) return fault(cell, `is longer than ${LONGEST_NAME} characters`);
    if (/\p{Cc}/u.test(text) || !text.isWellFormed())
      return fault(cell, 'contains an invalid or control character');
    return text;
  }

  return {
    isSound: () => isSound,
    optionalName,
    name: (cell: Cell): string => (cell.text?.trim() === '' ? fault(cell, 'is empty') : optionalName(cell)),
    phoneNumber(cell: Cell): string {
      if (cell.text === null) return fault(cell, null);
      const text = cell.text.trim();
      if (text === '') return fault(cell, 'is empty');
      return (
        toE164(text) ??
        fault(
          cell,
          `${quote(text)} is not a phone number; write it with the country code, such as +1 510 555 0101`,
        )
      );
    },
    /** Undefined: not given. Null: no limit. */
    limit(cell: Cell): number | null | undefined {
      if (cell.text === null) fault(cell, null);
      const text = (cell.text ?? '').trim().toLowerCase();
      if (text === '') return undefined;
      if (text === NO_LIMIT) return null;
      if (/^\d+$/.test(text) && Number(text) <= HIGHEST_LIMIT_PER_DAY) return Number(text);
      const highest = HIGHEST_LIMIT_PER_DAY.toLocaleString('en-US');
      fault(cell, `${quote(text)} is no limit; write a whole number up to ${highest}, or ${NO_LIMIT}`);
      return undefined;
    },
    evidence(cell: Cell): EvidenceSource {
      const text = cell.text?.trim().toLowerCase();
      if (text === 'receipt') return 'receipt';
      if (text === undefined) fault(cell, null);
      else if (text !== '' && text !== 'handset') {
        fault(cell, `${quote(text)} is unknown; write handset or receipt`);
      }
      return 'handset';
    },
  };
}

/** A text of the file in quotes, truncated so that a fault fits on one line. */
function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
