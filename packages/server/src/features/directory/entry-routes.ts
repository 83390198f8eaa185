/** Keeps partners, clients, offices and test phones: the same seven calls for each kind (DIR-1, 2). */
import { createHash } from 'node:crypto';
import { DIRECTORY_ORDERS, entryCalls } from '@textprobe/contract/directory-entries';
import { IF_MATCH_HEADER, TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { LIST_PAGE_SIZE } from '@textprobe/contract/query-form';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import {
  deleteEntry,
  findEntry,
  insertEntry,
  listEntries,
  lockEntries,
  restoreEntry,
  retireEntry,
  updateEntry,
} from '@textprobe/database/directory/entries';
import type { EntryKind, EntryRows } from '@textprobe/database/directory/entry-kinds';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkFields, inUse, NOUNS, requireRightTo } from '../../directory/entry-rules.ts';
import { matchesTag } from '../../http/entity-tags.ts';
import { ProblemError } from '../../http/problem.ts';
import { type HandlerInput, route } from '../../http/route.ts';

interface EntryDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export function entryRoutes(app: FastifyInstance, deps: EntryDeps): void {
  for (const kind of ['partners', 'clients', 'offices', 'phones'] as const) keep(app, deps, kind);
}

/** All kinds are treated alike, and typed as one of them. */
type AnyKind = 'phones';
type AnyRow = EntryRows[AnyKind];
type Change = Pick<HandlerInput<typeof entryCalls.phones.retire>, 'params' | 'request' | 'scope' | 'write'>;

function keep(app: FastifyInstance, { db, clock }: EntryDeps, of: EntryKind): void {
  const kind = of as AnyKind;
  const calls = entryCalls[kind];

  route(app, calls.list, async ({ query, reply, scope }) => {
    const {
      page = 1,
      pageSize: limit = LIST_PAGE_SIZE,
      order = DIRECTORY_ORDERS[kind][0],
      ...filter
    } = query;
    const found = await listEntries(db, scope, kind, filter, { order, offset: (page - 1) * limit, limit });
    reply.header(TOTAL_COUNT_HEADER, found.total);
    return found.rows;
  });

  const tagged = { tagOf };

  route(app, calls.read, ({ params: { id }, scope }) => read(db, scope, id), { tagOf, answersHead: true });

  route(
    app,
    calls.create,
    ({ body, request, scope, write }) =>
      write(async (tx) => {
        await lockEntries(tx, kind);
        requireRightTo(request, kind, body);
        await checkFields(tx, scope, kind, body, null);
        return read(tx, scope, await insertEntry(tx, kind, body));
      }),
    tagged,
  );

  route(
    app,
    calls.replace,
    ({ body, ...asked }) =>
      change(asked, async (tx, entry) => {
        requireUnchanged(asked.request, entry);
        requireRightTo(asked.request, kind, body);
        await checkFields(tx, asked.scope, kind, body, entry);
        await updateEntry(tx, kind, entry.id, body, clock.now());
      }),
    tagged,
  );

  const retire = (tx: Transaction, { id }: AnyRow) => retireEntry(tx, kind, id, clock.now());
  route(app, calls.retire, (asked) => change(asked, retire), tagged);
  route(app, calls.restore, (asked) => change(asked, (tx, { id }) => restoreEntry(tx, kind, id)), tagged);

  route(app, calls.delete, async ({ params: { id }, request, scope, write }) =>
    write(async (tx, note) => {
      const entry = await lock(tx, scope, id);
      note({ before: { name: entry.name }, after: { name: null } });
      requireRightTo(request, kind, entry);
      const uses = await deleteEntry(tx, kind, id);
      if (Object.keys(uses).length > 0) throw inUse(entry, uses);
    }),
  );

  async function change(
    { params: { id }, request, scope, write }: Change,
    work: (tx: Transaction, entry: AnyRow) => Promise<void>,
  ): Promise<AnyRow> {
    return write(async (tx, note) => {
      const entry = await lock(tx, scope, id);
      note({ before: entry });
      requireRightTo(request, kind, entry);
      await work(tx, entry);
      return read(tx, scope, id);
    });
  }

  async function lock(tx: Transaction, scope: Change['scope'], id: number): Promise<AnyRow> {
    await lockEntries(tx, kind);
    return read(tx, scope, id);
  }

  async function read(from: Database, scope: Change['scope'], id: number): Promise<AnyRow> {
    const entry = await findEntry(from, scope, kind, id);
    if (entry === null) throw unknown();
    return entry;
  }

  function unknown(): ProblemError {
    return new ProblemError('directory.unknown', `There is no ${NOUNS[of]} with this id.`);
  }
}

/** Of what the entry's own calls change: renaming its partner leaves it as it is. */
function tagOf({
  parents: _parents,
  offices: _offices,
  ...own
}: AnyRow & { readonly offices?: number }): string {
  return `"${createHash('sha256').update(JSON.stringify(own)).digest('base64url').slice(0, 22)}"`;
}

function requireUnchanged({ headers }: FastifyRequest, entry: AnyRow): void {
  const given = headers['if-match'];
  if (given !== undefined && matchesTag(given, tagOf(entry), 'strong')) return;
  throw new ProblemError(
    'directory.changed',
    given === undefined
      ? `Send the ETag that you got with ${entry.name} as ${IF_MATCH_HEADER}.`
      : `${entry.name} was changed after you opened it. Reload it and repeat your change.`,
  );
}
