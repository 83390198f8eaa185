/** Lists, saves, replaces and deletes recipient sets (EVIDENCE-7). */
import { calls } from '@textprobe/contract/calls';
import { type RecipientSet, SET_LIMIT } from '@textprobe/contract/recipient-sets';
import type { Scope } from '@textprobe/database/accounts/scope';
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
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import { unknownIds } from '../tests/recipients.ts';

export function recipientSetRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  route(app, calls.recipientSets, ({ scope }) => listOnWire(db, scope));

  route(app, calls.createRecipientSet, async ({ body, request, scope, write }) =>
    write(async (tx) => {
      await requireOwn(tx, scope, body);
      const id = await insertRecipientSet(tx, writeOf(body), {
        limit: SET_LIMIT,
        createdBy: request.session?.accountId ?? null,
        now: clock.now(),
      });
      if (id === 'name taken') throw nameTaken();
      if (id === 'too many') throw tooMany();
      return readOnWire(tx, scope, id);
    }),
  );

  route(app, calls.replaceRecipientSet, async ({ query: { id }, body, scope, write }) =>
    write(async (tx) => {
      if ((await listOnWire(tx, scope, id)).length === 0) throw unknown(id);
      await requireOwn(tx, scope, body);
      const updated = await updateRecipientSet(tx, id, writeOf(body), clock.now());
      if (updated === 'unknown') throw unknown(id);
      if (updated === 'name taken') throw nameTaken();
      return readOnWire(tx, scope, id);
    }),
  );

  route(app, calls.deleteRecipientSet, async ({ query: { id }, scope, write }) =>
    write(async (tx) => {
      const isSeen = (await listOnWire(tx, scope, id)).length > 0;
      if (!isSeen || !(await deleteRecipientSet(tx, id))) throw unknown(id);
    }),
  );
}

type Ids = readonly number[];
type DirectoryTable = Parameters<typeof findMissingIds>[2];

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

async function readOnWire(tx: Transaction, scope: Scope, id: number): Promise<RecipientSet> {
  const [set] = await listOnWire(tx, scope, id);
  if (set === undefined) throw new Error(`recipient set ${id} was deleted concurrently`);
  return set;
}

/** Refuses ids outside of the scope: the account would not see its own set. */
async function requireOwn(tx: Transaction, scope: Scope, chosen: Chosen): Promise<void> {
  if (scope.partnerIds === null) return;
  const { partnerIDs, clientIDs, officeIDs, phoneIDs } = chosen;
  const missing = (table: DirectoryTable, ids: 'all' | Ids) =>
    findMissingIds(tx, scope, table, ids === 'all' ? [] : distinct(ids));
  const faults = [
    ...unknownIds('partnerIDs', 'partner', await missing('partners', partnerIDs)),
    ...unknownIds('clientIDs', 'client', await missing('clients', clientIDs)),
    ...unknownIds('officeIDs', 'office', await missing('offices', officeIDs)),
    ...unknownIds('phoneIDs', 'test phone', await missing('test_phones', phoneIDs)),
  ];
  if (faults.length > 0) throw fieldProblem('body.invalid', faults);
}

/** An account with some partners sees the sets that name nothing outside of its scope. */
async function listOnWire(db: Database, scope: Scope, id?: number): Promise<RecipientSet[]> {
  const sets = await listRecipientSets(db, id);
  // One query for each kind, regardless of the number of sets.
  const missingOf = async (table: DirectoryTable, idsOf: (set: RecipientSetRow) => Ids | null) =>
    new Set(await findMissingIds(db, scope, table, distinct(sets.flatMap((set) => idsOf(set) ?? []))));
  const partners = await missingOf('partners', ({ partnerIds }) => partnerIds);
  const clients = await missingOf('clients', ({ clientIds }) => clientIds);
  const offices = await missingOf('offices', ({ officeIds }) => officeIds);
  const phones = await missingOf('test_phones', ({ phoneIds }) => phoneIds);

  const onWire: RecipientSet[] = sets.map(
    ({ partnerIds, clientIds, officeIds, phoneIds, createdAt, updatedAt, ...set }) => ({
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
    }),
  );
  const isWhole = ({ missing }: RecipientSet) => Object.values(missing).every((count) => count === 0);
  return scope.partnerIds === null ? onWire : onWire.filter(isWhole);
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
