/**
 * Checks what a directory file says, whichever its format: every text, every number, and whether the file contradicts
 * itself. All faults are found, each with its place, so that a file is mended in one go.
 */
import type {
  DirectoryInput,
  DirectoryOffice,
  DirectoryPhone,
} from '@textprobe/database/directory/import-directory';
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { toE164 } from '@textprobe/domain/phone-number';

/** One text of a file. */
export interface Cell {
  /** What its column or field is called in that file, for faults. */
  readonly label: string;
  /** Null: nothing to read, and that fault has been told already. */
  readonly text: string | null;
}

type Cells<Name extends string> = Readonly<Record<Name, Cell>>;

/** An office or a phone as it stands in the file; `place` is where, such as `line 3`. */
export type DirectoryEntry =
  | {
      readonly kind: 'office';
      readonly place: string;
      readonly cells: Cells<keyof Required<DirectoryOffice>>;
    }
  | { readonly kind: 'phone'; readonly place: string; readonly cells: Cells<keyof DirectoryPhone> };

export type DirectoryCheck =
  | { readonly ok: true; readonly directory: DirectoryInput }
  /** Each a sentence that begins with its place. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** Longer than any name of a person or a company; it keeps a text that slipped into a wrong column out. */
const LONGEST_NAME = 200;

/**
 * Checks all entries. An entry that is there twice counts once; two that disagree are a fault.
 * @param entries in the order of the file
 * @param earlier faults already found while reading; with any, there is no directory
 */
export function checkEntries(
  entries: Iterable<DirectoryEntry>,
  earlier: readonly string[] = [],
): DirectoryCheck {
  const faults = [...earlier];
  const offices = new Map<string, Found<DirectoryOffice>>();
  const phones = new Map<string, Found<DirectoryPhone>>();
  for (const { kind, place, cells } of entries) {
    const read = createCellReader(place, faults);
    if (kind === 'office') {
      const gateway = read.optionalName(cells.gateway);
      const office: DirectoryOffice = {
        partner: read.name(cells.partner),
        client: read.name(cells.client),
        office: read.name(cells.office),
        phoneNumber: read.phoneNumber(cells.phoneNumber),
        managerFirstName: read.optionalName(cells.managerFirstName),
        managerLastName: read.optionalName(cells.managerLastName),
        ...(gateway === '' ? {} : { gateway }),
      };
      if (read.isSound())
        addOnce(offices, [office.partner, office.client, office.office], office, place, faults);
    } else {
      const phone: DirectoryPhone = {
        name: read.name(cells.name),
        phoneNumber: read.phoneNumber(cells.phoneNumber),
        carrier: read.name(cells.carrier),
        evidence: read.evidence(cells.evidence),
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
    faults.push(
      `${place}: says something else of "${key.join(' / ')}" than ${first.place}; keep one of the two.`,
    );
  }
}

/** Reads the cells of one entry; what is wrong goes to `faults`, and the answer is then not to be used. */
function createCellReader(place: string, faults: string[]) {
  let isSound = true;

  function fault({ label }: Cell, words: string | null): '' {
    isSound = false;
    if (words !== null) faults.push(`${place}: ${label} ${words}.`);
    return '';
  }

  function optionalName(cell: Cell): string {
    if (cell.text === null) return fault(cell, null);
    // Composed, so that a name is the same however the file's program wrote its accents.
    const text = cell.text.normalize('NFC').trim();
    if (text.length > LONGEST_NAME) return fault(cell, `is longer than ${LONGEST_NAME} characters`);
    if (/\p{Cc}/u.test(text) || !text.isWellFormed())
      return fault(cell, 'has a character that cannot be shown');
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
          `${quote(text)} cannot be a phone number; write it with its country, such as +1 510 555 0101`,
        )
      );
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

/** A text of the file in quotes, cut so that a fault stays one line. */
function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
