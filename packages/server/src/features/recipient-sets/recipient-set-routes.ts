/** Lists, saves, replaces and deletes recipient sets (EVIDENCE-7). */
import { calls } from '@textprobe/contract/calls';
import { type RecipientSet, SET_LIMIT } from '@textprobe/contract/recipient-sets';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { findMissingIds, findPartnersOf } from '@textprobe/database/directory/directory';
import {
  deleteRecipientSet,
  insertRecipientSet,
  listRecipientSets,
  type RecipientSetRow,
  type RecipientSetWrite,
  updateRecipientSet,
} from '@textprobe/database/recipient-sets/recipient-sets';
import type { Scope } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireCaller } from '../../auth/rights.ts';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import { outsideOf, unknownIds } from '../../tests/recipients.ts';

export function recipientSetRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  route(app, calls.recipientSets, ({ scope }) => listOnWire(db, scope));

  const writerOf = ({ caller }: FastifyRequest) => ({
    accountId: requireCaller(caller).accountId,
    limit: SET_LIMIT,
    now: clock.now(),
  });

  route(app, calls.createRecipientSet, async ({ body, request, scope, write }) =>
    write(async (tx) => {
      const set = await readSet(tx, scope, body);
      const id = await insertRecipientSet(tx, scope, set, writerOf(request));
      if (typeof id === 'string') throw refused(id);
      return readOnWire(tx, scope, id);
    }),
  );

  route(app, calls.replaceRecipientSet, async ({ params: { id }, body, request, scope, write }) =>
    write(async (tx, note) => {
      const set = await readSet(tx, scope, body);
      note({ before: (await listRecipientSets(tx, scope, id))[0] ?? {} });
      const refusal = await updateRecipientSet(tx, scope, id, set, writerOf(request));
      if (refusal === 'unknown') throw unknown();
      if (refusal !== null) throw refused(refusal);
      return readOnWire(tx, scope, id);
    }),
  );

  route(app, calls.deleteRecipientSet, async ({ params: { id }, scope, write }) =>
    write(async (tx, note) => {
      note({ before: (await listRecipientSets(tx, scope, id))[0] ?? {}, after: { name: null } });
      if (!(await deleteRecipientSet(tx, scope, id))) throw unknown();
    }),
  );
}

type Ids = readonly number[];
type DirectoryTable = Parameters<typeof findMissingIds>[2];
type Chosen = Pick<RecipientSetWrite, 'partnerIds' | 'clientIds' | 'officeIds' | 'phoneIds'>;

/** @throws ProblemError body.invalid for ids outside of the scope */
async function readSet(
  tx: Transaction,
  scope: Scope,
  { name, ...body }: Chosen & { readonly name: string },
): Promise<RecipientSetWrite> {
  const chosen = {
    partnerIds: body.partnerIds && distinct(body.partnerIds),
    clientIds: body.clientIds && distinct(body.clientIds),
    officeIds: body.officeIds && distinct(body.officeIds),
    phoneIds: distinct(body.phoneIds),
  };
  await requireOwn(tx, scope, chosen);
  const { partnerIds, clientIds, officeIds, phoneIds } = chosen;
  const named = { partners: partnerIds, clients: clientIds, offices: officeIds, phones: phoneIds };
  const content = {
    partnerIds: await findPartnersOf(tx, scope, named),
    meansAll: partnerIds === null && !clientIds?.length && !officeIds?.length,
  };
  return { name, content, ...chosen };
}

async function readOnWire(tx: Transaction, scope: Scope, id: number): Promise<RecipientSet> {
  const [set] = await listOnWire(tx, scope, id);
  if (set === undefined) throw new Error(`recipient set ${id} was deleted concurrently`);
  return set;
}

async function requireOwn(tx: Transaction, scope: Scope, chosen: Chosen): Promise<void> {
  if (scope.partnerIds === null) return;
  const { partnerIds, clientIds, officeIds, phoneIds } = chosen;
  const missing = (table: DirectoryTable, ids: Ids | null) => findMissingIds(tx, scope, table, ids ?? []);
  const faults = [
    ...unknownIds('partnerIds', 'partner', await missing('partners', partnerIds)),
    ...unknownIds('clientIds', 'client', await missing('clients', clientIds)),
    ...unknownIds('officeIds', 'office', await missing('offices', officeIds)),
    ...unknownIds('phoneIds', 'test phone', await missing('test_phones', phoneIds)),
  ];
  if (faults.length > 0) throw fieldProblem('body.invalid', faults);
}

/** Ids outside of the scope are missing, like those that no longer exist. */
async function listOnWire(db: Database, scope: Scope, id?: number): Promise<RecipientSet[]> {
  const sets = await listRecipientSets(db, scope, id);
  // One query for each kind, regardless of the number of sets.
  const missingOf = async (table: DirectoryTable, idsOf: (set: RecipientSetRow) => Ids | null) =>
    new Set(await findMissingIds(db, scope, table, distinct(sets.flatMap((set) => idsOf(set) ?? []))));
  const partners = await missingOf('partners', ({ partnerIds }) => partnerIds);
  const clients = await missingOf('clients', ({ clientIds }) => clientIds);
  const offices = await missingOf('offices', ({ officeIds }) => officeIds);
  const phones = await missingOf('test_phones', ({ phoneIds }) => phoneIds);

  return sets.map(({ partnerIds, clientIds, officeIds, phoneIds, createdAt, updatedAt, ...set }) => ({
    ...set,
    partnerIds: partnerIds && existing(partnerIds, partners),
    clientIds: clientIds && existing(clientIds, clients),
    officeIds: officeIds && existing(officeIds, offices),
    phoneIds: existing(phoneIds, phones),
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

function unknown(): ProblemError {
  return new ProblemError('recipient-set.unknown', 'There is no recipient set with this id.');
}

function refused(why: 'outside' | 'name taken' | 'too many'): ProblemError {
  if (why === 'outside') return fieldProblem('body.invalid', [outsideOf('partnerIds', 'set')]);
  const [code, message] =
    why === 'name taken'
      ? ([
          'recipient-set.name-taken',
          'There is a set with this name. Choose another name, or replace it.',
        ] as const)
      : ([
          'recipient-set.too-many',
          `There are ${SET_LIMIT} sets, the most that can be saved. Delete one first.`,
        ] as const);
  return new ProblemError(code, message, { errors: [{ field: 'name', code, message }] });
}
