/** Lists, saves, replaces and deletes recipient sets (EVIDENCE-7). */
import { calls } from '@textprobe/contract/calls';
import { type RecipientSet, SET_LIMIT } from '@textprobe/contract/recipient-sets';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { findMissingIds } from '@textprobe/database/directory/directory';
import {
  deleteRecipientSet,
  insertRecipientSet,
  listRecipientSets,
  type RecipientSetRow,
  updateRecipientSet,
} from '@textprobe/database/recipient-sets/recipient-sets';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';

export function recipientSetRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  route(app, calls.recipientSets, () => listOnWire(db));

  route(app, calls.createRecipientSet, async ({ body, request, write }) =>
    write(async (tx) => {
      const id = await insertRecipientSet(tx, writeOf(body), {
        limit: SET_LIMIT,
        createdBy: request.session?.accountId ?? null,
        now: clock.now(),
      });
      if (id === 'name taken') throw nameTaken();
      if (id === 'too many') throw tooMany();
      return readOnWire(tx, id);
    }),
  );

  route(app, calls.replaceRecipientSet, async ({ query: { id }, body, write }) =>
    write(async (tx) => {
      const updated = await updateRecipientSet(tx, id, writeOf(body), clock.now());
      if (updated === 'unknown') throw unknown(id);
      if (updated === 'name taken') throw nameTaken();
      return readOnWire(tx, id);
    }),
  );

  route(app, calls.deleteRecipientSet, async ({ query: { id }, write }) =>
    write(async (tx) => {
      if (!(await deleteRecipientSet(tx, id))) throw unknown(id);
    }),
  );
}

type Ids = readonly number[];

interface Chosen {
  readonly partnerIDs: 'all' | Ids;
  readonly clientIDs: 'all' | Ids;
  readonly officeIDs: 'all' | Ids;
  readonly phoneIDs: Ids;
}

function writeOf({ name, partnerIDs, clientIDs, officeIDs, phoneIDs }: Chosen & { readonly name: string }) {
  const orAll = (ids: 'all' | Ids) => (ids === 'all' ? null : distinct(ids));
  return {
    name,
    partnerIds: orAll(partnerIDs),
    clientIds: orAll(clientIDs),
    officeIds: orAll(officeIDs),
    phoneIds: distinct(phoneIDs),
  };
}

async function readOnWire(tx: Transaction, id: number): Promise<RecipientSet> {
  const [set] = await listOnWire(tx, id);
  if (set === undefined) throw new Error(`recipient set ${id} was deleted concurrently`);
  return set;
}

async function listOnWire(db: Database, id?: number): Promise<RecipientSet[]> {
  const sets = await listRecipientSets(db, id);
  // One query for each kind, regardless of the number of sets.
  const missingOf = async (
    table: Parameters<typeof findMissingIds>[1],
    idsOf: (set: RecipientSetRow) => Ids | null,
  ) => new Set(await findMissingIds(db, table, distinct(sets.flatMap((set) => idsOf(set) ?? []))));
  const partners = await missingOf('partners', ({ partnerIds }) => partnerIds);
  const clients = await missingOf('clients', ({ clientIds }) => clientIds);
  const offices = await missingOf('offices', ({ officeIds }) => officeIds);
  const phones = await missingOf('test_phones', ({ phoneIds }) => phoneIds);

  return sets.map(({ partnerIds, clientIds, officeIds, phoneIds, createdAt, updatedAt, ...set }) => ({
    ...set,
    partnerIDs: partnerIds === null ? 'all' : existing(partnerIds, partners),
    clientIDs: clientIds === null ? 'all' : existing(clientIds, clients),
    officeIDs: officeIds === null ? 'all' : existing(officeIds, offices),
    phoneIDs: existing(phoneIds, phones),
    missing: {
      partners: countOf(partnerIds, partners),
      clients: countOf(clientIds, clients),
      offices: countOf(officeIds, offices),
      phones: countOf(phoneIds, phones),
    },
    createdAt: timestampToWire(createdAt),
    updatedAt: timestampToWire(updatedAt),
  }));
}

function distinct(ids: Ids): Ids {
  return [...new Set(ids)];
}

function existing(ids: Ids, missing: ReadonlySet<number>): number[] {
  return ids.filter((id) => !missing.has(id));
}

function countOf(ids: Ids | null, missing: ReadonlySet<number>): number {
  return (ids ?? []).filter((id) => missing.has(id)).length;
}

function unknown(id: number): ProblemError {
  return new ProblemError('recipient-set.unknown', `There is no recipient set with id ${id}.`);
}

function nameTaken(): ProblemError {
  return nameRefused(
    'recipient-set.name-taken',
    'There is a set with this name. Choose another name, or replace it.',
  );
}

function tooMany(): ProblemError {
  return nameRefused(
    'recipient-set.too-many',
    `There are ${SET_LIMIT} sets, the most that can be saved. Delete one first.`,
  );
}

function nameRefused(code: 'recipient-set.name-taken' | 'recipient-set.too-many', message: string) {
  return new ProblemError(code, message, { errors: [{ field: 'name', code, message }] });
}
