/** The first steps: what a first test needs, and an office with its client and its partner in one transaction (DIR-4). */
import { calls } from '@textprobe/contract/calls';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { findEntry, findTwin, insertEntry, lockEntries } from '@textprobe/database/directory/entries';
import type { EntryFields, EntryRows } from '@textprobe/database/directory/entry-kinds';
import { findFirstSteps } from '@textprobe/database/directory/first-steps';
import type { Scope } from '@textprobe/database/scope/scope';
import type { FastifyInstance } from 'fastify';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';

export function firstStepsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  route(app, calls.firstSteps, ({ scope }) => findFirstSteps(db, scope));

  route(app, calls.createFirstOffice, ({ body, scope, write }) =>
    write(async (tx) => {
      // In the order in which the import writes them, so that the two cannot deadlock.
      for (const kind of ['partners', 'clients', 'offices'] as const) await lockEntries(tx, kind);
      const { partner, client, office: name, phoneNumber } = body;
      const partnerId = await findOrInsert(tx, scope, 'partners', { name: partner, limitPerDay: null });
      const clientId = await findOrInsert(tx, scope, 'clients', { name: client, partnerId });
      const office = {
        name,
        clientId,
        phoneNumber,
        managerFirstName: '',
        managerLastName: '',
        gatewayId: null,
      };
      if ((await findTwin(tx, 'offices', office)) !== null) throw taken(name);
      const id = await insertEntry(tx, 'offices', office);
      return (await findEntry(tx, scope, 'offices', id)) as EntryRows['offices'];
    }),
  );
}

const FIELDS = { partners: 'partner', clients: 'client' } as const;

/** @throws ProblemError if the entry with this name is retired */
async function findOrInsert<K extends keyof typeof FIELDS>(
  tx: Transaction,
  scope: Scope,
  kind: K,
  fields: EntryFields[K],
): Promise<number> {
  const id = await findTwin(tx, kind, fields);
  if (id === null) return insertEntry(tx, kind, fields);
  if ((await findEntry(tx, scope, kind, id))?.retired !== true) return id;
  const message = `${fields.name} is retired. Restore it in the directory, or choose another name.`;
  throw fieldProblem('body.invalid', [{ field: FIELDS[kind], code: 'retired', message }]);
}

function taken(name: string): ProblemError {
  const code = 'directory.name-taken';
  const message = `The client already has an office named ${name}. Choose another.`;
  return new ProblemError(code, message, { errors: [{ field: 'office', code, message }] });
}
