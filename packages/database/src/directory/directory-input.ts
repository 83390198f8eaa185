/** A directory as a file states it, for the import, and as the export writes it (DIR-3). */
import type { EvidenceSource } from '@textprobe/domain/message-status';
import type { EntryKind } from './entry-kinds.ts';

export interface DirectoryPartner {
  readonly name: string;
  /** Messages on a day in Los Angeles; null: no limit. If omitted, the partner keeps its limit, and a new one has none. */
  readonly limitPerDay?: number | null;
}

export interface DirectoryClient {
  readonly partner: string;
  readonly name: string;
}

export interface DirectoryOffice {
  readonly partner: string;
  readonly client: string;
  readonly office: string;
  /** E.164. */
  readonly phoneNumber: string;
  /** Empty: none. If omitted, an existing office keeps it and a new one has none; likewise for the last name. */
  readonly managerFirstName?: string;
  readonly managerLastName?: string;
  /** Name of its gateway; if omitted, an existing office keeps its gateway and a new one uses the default. */
  readonly gateway?: string;
}

export interface DirectoryPhone {
  readonly name: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly carrier: string;
  /** If omitted, an existing phone keeps it and a new one has `handset`. */
  readonly evidence?: EvidenceSource;
  /**
   * Name of the only partner that uses it, of this directory or an earlier one; if omitted, an existing phone keeps its
   * partner and all partners share a new one.
   */
  readonly partner?: string;
}

/** Must be validated first. If two entries have the same key, the last one counts. */
export interface DirectoryInput {
  /** Beside those that clients and offices name. */
  readonly partners?: readonly DirectoryPartner[];
  /** Beside those that offices name. */
  readonly clients?: readonly DirectoryClient[];
  readonly offices: readonly DirectoryOffice[];
  readonly phones: readonly DirectoryPhone[];
}

/** Every entry once, with the partners and clients that others name. */
export interface WholeInput {
  readonly partners: readonly DirectoryPartner[];
  readonly clients: readonly DirectoryClient[];
  readonly offices: readonly DirectoryOffice[];
  readonly phones: readonly DirectoryPhone[];
}

/** What identifies an entry among those of its kind: its path of names, or for a phone its number. */
export const PATHS = {
  partners: ({ name }: DirectoryPartner) => [name],
  clients: ({ partner, name }: DirectoryClient) => [partner, name],
  offices: ({ partner, client, office }: DirectoryOffice) => [partner, client, office],
  phones: ({ phoneNumber }: DirectoryPhone) => [phoneNumber],
} as const;

/** The same for an entry of any kind, as a key of a map. */
export function keyOf(kind: EntryKind, path: readonly string[]): string {
  return JSON.stringify([kind, ...path]);
}

export function completed({ partners = [], clients = [], offices, phones }: DirectoryInput): WholeInput {
  const allOffices = lastOf(offices, PATHS.offices);
  const allClients = lastOf(
    [...allOffices.map(({ partner, client }) => ({ partner, name: client })), ...clients],
    PATHS.clients,
  );
  const named = [...allClients.map(({ partner }) => ({ name: partner })), ...partners];
  return {
    partners: lastOf(named, PATHS.partners),
    clients: allClients,
    offices: allOffices,
    phones: lastOf(phones, PATHS.phones),
  };
}

/** One entry per path: the last one. */
function lastOf<T>(entries: readonly T[], path: (entry: T) => readonly string[]): T[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(path(entry)), entry])).values()];
}
