/** What is typed into the form of an entry, and the body that is sent (DIR-1). */
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import type { Entry, EntryBody } from '../../../api/directory-entries.ts';
import { HttpError } from '../../../api/http.ts';
import type { DirectoryChoice } from '../../../directory/directory-options.ts';
import { limitOf } from '../../../ui/limit-text.ts';
import { partnerOf } from '../entry-words.ts';

export type EntryDraft = {
  readonly name: string;
  /** Messages a day, as typed; empty: no limit. */
  readonly limitPerDay: string;
  /** The client of an office, otherwise the partner; null: none, or a phone of all partners. */
  readonly parent: DirectoryChoice | null;
  readonly phoneNumber: string;
  readonly managerFirstName: string;
  readonly managerLastName: string;
  /** Empty: the default gateway. */
  readonly gatewayId: string;
  readonly carrier: string;
  readonly evidence: NonNullable<Entry['evidence']>;
};

export const FIELD_LABELS: Readonly<Record<keyof EntryDraft, string>> = {
  name: 'Name',
  limitPerDay: 'Messages a day',
  parent: 'Partner',
  phoneNumber: 'Phone number',
  managerFirstName: 'Manager’s first name',
  managerLastName: 'Manager’s last name',
  gatewayId: 'Gateway',
  carrier: 'Carrier',
  evidence: 'Evidence',
};

export const EMPTY_DRAFT: EntryDraft = {
  name: '',
  limitPerDay: '',
  parent: null,
  phoneNumber: '',
  managerFirstName: '',
  managerLastName: '',
  gatewayId: '',
  carrier: '',
  evidence: 'handset',
};

export function draftOf(kind: DirectoryKind, entry: Entry): EntryDraft {
  const parent = kind === 'offices' ? entry.parents[0] : partnerOf(entry);
  return {
    name: entry.name,
    limitPerDay: String(entry.limitPerDay ?? ''),
    parent: parent === undefined ? null : choiceOf(parent),
    phoneNumber: entry.phoneNumber ?? '',
    managerFirstName: entry.managerFirstName ?? '',
    managerLastName: entry.managerLastName ?? '',
    gatewayId: String(entry.gatewayId ?? ''),
    carrier: entry.carrier ?? '',
    evidence: entry.evidence ?? 'handset',
  };
}

export function choiceOf({ id, name }: Pick<Entry, 'id' | 'name'>): DirectoryChoice {
  return { value: String(id), label: name };
}

/**
 * The server's refusal of an entry, with the name that the form has for the parent.
 * @param isOrphan whether a parent is missing: the server may not say so, if it refuses the call for that reason
 */
export function refusalOf(kind: DirectoryKind, isOrphan: boolean, error: unknown): unknown {
  if (!(error instanceof HttpError)) return error;
  const field = kind === 'offices' ? 'clientId' : 'partnerId';
  const errors = (error.problem?.errors ?? []).map((one) =>
    one.field === field ? { ...one, field: 'parent' } : one,
  );
  const message = `Choose a ${kind === 'offices' ? 'client' : 'partner'}.`;
  const all = isOrphan
    ? [...errors.filter((one) => one.field !== 'parent'), { field: 'parent', code: 'required', message }]
    : errors;
  return new HttpError(error.status, JSON.stringify({ ...error.problem, errors: all }));
}

/** A missing parent is sent as 0 and an unreadable limit as -1, which the server refuses together with all other errors. */
export function bodyOf(kind: DirectoryKind, draft: EntryDraft): EntryBody {
  const { name, parent, phoneNumber, managerFirstName, managerLastName, gatewayId, carrier, evidence } =
    draft;
  const parentId = Number(parent?.value ?? 0);
  const limit = limitOf(draft.limitPerDay);
  if (kind === 'partners') return { name, limitPerDay: limit === undefined ? -1 : limit };
  if (kind === 'clients') return { name, partnerId: parentId };
  if (kind === 'phones') return { name, phoneNumber, carrier, evidence, partnerId: parentId || null };
  return {
    name,
    clientId: parentId,
    phoneNumber,
    managerFirstName,
    managerLastName,
    gatewayId: gatewayId === '' ? null : Number(gatewayId),
  };
}

/** The draft of the next entry: parent, carrier, evidence and gateway stay. */
export function nextDraft(draft: EntryDraft): EntryDraft {
  const { parent, gatewayId, carrier, evidence } = draft;
  return { ...EMPTY_DRAFT, parent, gatewayId, carrier, evidence };
}

type Field = keyof EntryDraft;

/**
 * After someone else has saved: the newest version with what was typed here.
 * @param opened what the form began with
 * @returns the fields that were changed here, and so are kept
 */
export function mergedDraft(
  opened: EntryDraft,
  typed: EntryDraft,
  newest: EntryDraft,
): { readonly draft: EntryDraft; readonly kept: readonly Field[] } {
  const kept = (Object.keys(EMPTY_DRAFT) as Field[]).filter(
    (field) => !isSame(typed[field], opened[field]) && !isSame(typed[field], newest[field]),
  );
  const own = Object.fromEntries(kept.map((field) => [field, typed[field]]));
  return { draft: { ...newest, ...own }, kept };
}

export function hasOtherParent(one: EntryDraft, other: EntryDraft): boolean {
  return !isSame(one.parent, other.parent);
}

function isSame(one: EntryDraft[Field], other: EntryDraft[Field]): boolean {
  return valueOf(one) === valueOf(other);
}

function valueOf(value: EntryDraft[Field]): string | undefined {
  return typeof value === 'string' ? value : value?.value;
}
