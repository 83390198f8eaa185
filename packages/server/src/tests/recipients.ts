/**
 * Resolves the ids of a payload to the offices and phones of a test (CREATE-21). Partners and clients are derived from the
 * offices: partner ids on the wire are often just a fallback, and never override the offices.
 */
import type { FieldError } from '@textprobe/contract/problem';
import type { OfficePhonePair } from '@textprobe/contract/tests';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { findRetiredPhones } from '@textprobe/database/directory/choices';
import {
  findMissingIds,
  findOfficePlaces,
  holdRecipients,
  type OfficePlace,
} from '@textprobe/database/directory/directory';
import { findEntry } from '@textprobe/database/directory/entries';
import type { Scope } from '@textprobe/database/scope/scope';
import type { TestDefinition } from '@textprobe/database/tests/tests';
import { tooManyWords } from '@textprobe/domain/message-limit';
import { retiredPart } from '../directory/entry-rules.ts';
import { fieldProblem } from '../http/problem.ts';

interface ChosenIds {
  readonly partnerIDs: readonly number[];
  /** The payload's field name: `partnerIDs` in a create, `partnerID` in an update. */
  readonly partnerField: string;
  readonly clientIDs: readonly number[];
  readonly officeIDs: readonly number[];
  readonly phoneIDs: readonly number[];
  readonly pairs?: readonly OfficePhonePair[] | null | undefined;
}

export type Recipients = Pick<
  TestDefinition,
  'partnerIds' | 'clientIds' | 'officeIds' | 'phoneIds' | 'pairs'
>;

/** @throws ProblemError recipients.none, recipients.too-many, or body.invalid naming unknown or mismatched ids */
export async function resolveRecipients(db: Database, scope: Scope, chosen: ChosenIds): Promise<Recipients> {
  if (chosen.pairs && chosen.pairs.length > 0) return resolvePairs(db, scope, chosen, chosen.pairs);
  const [places, missingClients, missingPhones, retiredPhones] = await Promise.all([
    findChosenPlaces(db, scope, chosen),
    findMissingIds(db, scope, 'clients', chosen.clientIDs),
    findMissingIds(db, scope, 'test_phones', chosen.phoneIDs),
    findRetiredPhones(db, scope, chosen.phoneIDs),
  ]);
  const found = new Set(places.map((place) => place.officeId));
  const faults = [
    ...unknownIds('clientIDs', 'client', missingClients),
    ...unknownIds(
      'officeIDs',
      'office',
      chosen.officeIDs.filter((id) => !found.has(id)),
    ),
    ...unknownIds('phoneIDs', 'test phone', missingPhones),
    ...officesElsewhere(places, chosen.clientIDs),
    ...(await retiredParts(db, scope, 'officeIDs', { offices: retiredOffices(places) })),
    ...(await retiredParts(db, scope, 'phoneIDs', { phones: retiredPhones })),
  ];
  if (faults.length > 0) throw fieldProblem('body.invalid', faults);

  const none = [
    ...(places.length === 0 ? [recipientsNone('officeIDs', 'Choose at least one office.')] : []),
    ...(chosen.phoneIDs.length === 0 ? [recipientsNone('phoneIDs', 'Choose at least one test phone.')] : []),
  ];
  if (none.length > 0) throw fieldProblem('recipients.none', none);

  const tooMany = tooManyWords(places.length, chosen.phoneIDs.length);
  if (tooMany !== null) {
    const error = { field: 'officeIDs', code: 'recipients.too-many', message: tooMany };
    throw fieldProblem('recipients.too-many', [error]);
  }
  return {
    partnerIds: distinct(places.map((place) => place.partnerId)),
    clientIds: distinct(places.map((place) => place.clientId)),
    officeIds: places.map((place) => place.officeId),
    phoneIds: chosen.phoneIDs,
    pairs: null,
  };
}

/**
 * Before the test is stored: keeps its offices and phones from being deleted, and from changing their partner.
 * @throws ProblemError body.invalid naming those that were deleted since they were resolved, and phones of another partner
 *   than an office that would send to them: messages show their phone to the partner of their office
 */
export async function requireRecipients(
  tx: Transaction,
  scope: Scope,
  recipients: Recipients,
): Promise<void> {
  const { offices, phones, foreignPhones } = await holdRecipients(tx, scope, recipients);
  const [officeField, phoneField] =
    recipients.pairs === null ? ['officeIDs', 'phoneIDs'] : ['pairs', 'pairs'];
  const faults = [
    ...unknownIds(officeField, 'office', offices),
    ...unknownIds(phoneField, 'test phone', phones),
    ...ofAnotherPartner(phoneField, foreignPhones),
  ];
  if (faults.length > 0) throw fieldProblem('body.invalid', faults);
}

/** Each pair once; partners and clients are those of their offices (EVIDENCE-5). */
async function resolvePairs(
  db: Database,
  scope: Scope,
  { officeIDs, phoneIDs }: ChosenIds,
  chosen: readonly OfficePhonePair[],
): Promise<Recipients> {
  if (officeIDs.length > 0 || phoneIDs.length > 0) {
    const message = 'Send either pairs, or officeIDs and phoneIDs.';
    throw fieldProblem('body.invalid', [{ field: 'pairs', code: 'exclusive', message }]);
  }
  const officeIds = distinct(chosen.map(({ officeID }) => officeID));
  const phoneIds = distinct(chosen.map(({ phoneID }) => phoneID));
  const [places, missingPhones, retiredPhones] = await Promise.all([
    findOfficePlaces(db, scope, 'office', officeIds),
    findMissingIds(db, scope, 'test_phones', phoneIds),
    findRetiredPhones(db, scope, phoneIds),
  ]);
  const found = new Set(places.map((place) => place.officeId));
  const missingOffices = officeIds.filter((id) => !found.has(id));
  const faults = [
    ...unknownIds('pairs', 'office', missingOffices),
    ...unknownIds('pairs', 'test phone', missingPhones),
    ...(await retiredParts(db, scope, 'pairs', { offices: retiredOffices(places), phones: retiredPhones })),
  ];
  if (faults.length > 0) throw fieldProblem('body.invalid', faults);
  const inOrder = inOrderOf(officeIds, places);
  return {
    partnerIds: distinct(inOrder.map((place) => place.partnerId)),
    clientIds: distinct(inOrder.map((place) => place.clientId)),
    officeIds,
    phoneIds,
    pairs: [
      ...new Map(
        chosen.map(({ officeID, phoneID }) => [`${officeID} ${phoneID}`, [officeID, phoneID] as const]),
      ).values(),
    ],
  };
}

/** The chosen offices in order; else those of the clients; else those of the partners, unless these are the fallback. */
async function findChosenPlaces(db: Database, scope: Scope, chosen: ChosenIds): Promise<OfficePlace[]> {
  if (chosen.officeIDs.length > 0) {
    return inOrderOf(chosen.officeIDs, await findOfficePlaces(db, scope, 'office', chosen.officeIDs));
  }
  if (chosen.clientIDs.length > 0) return findOfficePlaces(db, scope, 'client', chosen.clientIDs);
  if (isFallback(chosen.partnerIDs)) return [];
  const missing = await findMissingIds(db, scope, 'partners', chosen.partnerIDs);
  if (missing.length > 0)
    throw fieldProblem('body.invalid', unknownIds(chosen.partnerField, 'partner', missing));
  return findOfficePlaces(db, scope, 'partner', chosen.partnerIDs);
}

function inOrderOf(officeIds: readonly number[], places: readonly OfficePlace[]): OfficePlace[] {
  const order = new Map(officeIds.map((id, index) => [id, index]));
  return places.toSorted((a, b) => (order.get(a.officeId) ?? 0) - (order.get(b.officeId) ?? 0));
}

/** Clients send [1] when no partner is chosen: it must not select all offices of partner 1. */
function isFallback(partnerIDs: readonly number[]): boolean {
  return partnerIDs.length === 0 || (partnerIDs.length === 1 && partnerIDs[0] === 1);
}

/** Ids outside of the scope are unknown too. */
export function unknownIds(field: string, noun: string, ids: readonly number[]): FieldError[] {
  if (ids.length === 0) return [];
  return [{ field, code: 'unknown', message: `There is no ${noun} with id ${listed(ids)}.` }];
}

/** What an account names that a shared set or view cannot, as its maker does not see it. */
export function outsideOf(field: string, noun: 'set' | 'view'): FieldError {
  const message = `The account that saved this ${noun} does not see all of these partners. Save a new ${noun} instead.`;
  return { field, code: 'outside', message };
}

function retiredOffices(places: readonly OfficePlace[]): number[] {
  return places.filter(({ isRetired }) => isRetired).map(({ officeId }) => officeId);
}

/** Names what is retired of these entries: themselves, their clients or their partners. */
async function retiredParts(
  db: Database,
  scope: Scope,
  field: string,
  {
    offices = [],
    phones = [],
  }: { readonly offices?: readonly number[]; readonly phones?: readonly number[] },
): Promise<FieldError[]> {
  const ids = [
    ...offices.map((id) => ['offices', id] as const),
    ...phones.map((id) => ['phones', id] as const),
  ];
  if (ids.length === 0) return [];
  const entries = await Promise.all(ids.slice(0, LISTED).map(([kind, id]) => findEntry(db, scope, kind, id)));
  const parts = entries
    .map((entry) => (entry === null ? null : retiredPart(entry)))
    .filter((part) => part !== null);
  const [verb, pronoun] = ids.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const message = `${listed(parts, ids.length)} ${verb} retired. Leave ${pronoun} out, or restore ${pronoun} in the directory.`;
  return [{ field, code: 'retired', message }];
}

function ofAnotherPartner(field: string, names: readonly string[]): FieldError[] {
  if (names.length === 0) return [];
  const whose = names.length === 1 ? 'its' : 'their';
  const message = `Only offices of ${whose} own partner can send to ${listed(names)}. Use a shared phone, or make a test for each partner.`;
  return [{ field, code: 'elsewhere', message }];
}

/** How many ids or names a message lists. */
const LISTED = 10;

function listed(all: readonly (string | number)[], count = all.length): string {
  return all.slice(0, LISTED).join(', ') + (count > LISTED ? ` and ${count - LISTED} more` : '');
}

function officesElsewhere(places: readonly OfficePlace[], clientIDs: readonly number[]): FieldError[] {
  if (clientIDs.length === 0) return [];
  const clients = new Set(clientIDs);
  const outside = places.filter((place) => !clients.has(place.clientId)).map((place) => place.officeId);
  if (outside.length === 0) return [];
  const message = `These offices do not belong to the chosen clients: ${listed(outside)}.`;
  return [{ field: 'officeIDs', code: 'outside', message }];
}

function recipientsNone(field: string, message: string): FieldError {
  return { field, code: 'recipients.none', message };
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
