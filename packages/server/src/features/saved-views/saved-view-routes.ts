/** Lists, saves, replaces and deletes saved views of the tests list (OVERVIEW-2). */
import { calls } from '@textprobe/contract/calls';
import { type SavedView, VIEW_LIMIT } from '@textprobe/contract/saved-views';
import type { Database } from '@textprobe/database/core/connection';
import {
  deleteSavedView,
  insertSavedView,
  listSavedViews,
  type SavedViewRow,
  updateSavedView,
} from '@textprobe/database/saved-views/saved-views';
import type { Scope } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireCaller } from '../../auth/rights.ts';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import { outsideOf } from '../../tests/recipients.ts';
import { readContent } from './view-filters.ts';

export function savedViewRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const writerOf = (request: FastifyRequest) => ({
    accountId: accountOf(request),
    limit: VIEW_LIMIT,
    now: clock.now(),
  });

  route(app, calls.savedViews, async ({ request, scope }) => {
    const views = await listSavedViews(db, scope, accountOf(request));
    return views.map(toWire);
  });

  route(app, calls.createSavedView, async ({ body, request, scope, write }) =>
    write(async (tx) => {
      const view = { ...body, content: await readContent(tx, scope, body.filters) };
      const writer = writerOf(request);
      const id = await insertSavedView(tx, scope, view, writer);
      if (typeof id === 'string') throw refused(id, body);
      return readOnWire(tx, scope, writer.accountId, id);
    }),
  );

  route(app, calls.replaceSavedView, async ({ params: { id }, body, request, scope, write }) =>
    write(async (tx, note) => {
      const view = { ...body, content: await readContent(tx, scope, body.filters) };
      const writer = writerOf(request);
      note({ before: (await listSavedViews(tx, scope, writer.accountId, id))[0] ?? {} });
      const refusal = await updateSavedView(tx, scope, id, view, writer);
      if (refusal === 'unknown') throw unknown();
      if (refusal !== null) throw refused(refusal, body);
      return readOnWire(tx, scope, writer.accountId, id);
    }),
  );

  route(app, calls.deleteSavedView, async ({ params: { id }, request, scope, write }) =>
    write(async (tx, note) => {
      const [before = {}] = await listSavedViews(tx, scope, accountOf(request), id);
      note({ before, after: { name: null } });
      if (!(await deleteSavedView(tx, scope, id, accountOf(request)))) throw unknown();
    }),
  );
}

function accountOf({ caller }: FastifyRequest): number {
  return requireCaller(caller).accountId;
}

async function readOnWire(db: Database, scope: Scope, accountId: number, id: number): Promise<SavedView> {
  const [view] = await listSavedViews(db, scope, accountId, id);
  if (view === undefined) throw new Error(`saved view ${id} was deleted concurrently`);
  return toWire(view);
}

function toWire({ createdAt, updatedAt, ...view }: SavedViewRow): SavedView {
  return { ...view, createdAt: timestampToWire(createdAt), updatedAt: timestampToWire(updatedAt) };
}

function unknown(): ProblemError {
  return new ProblemError('saved-view.unknown', 'There is no saved view with this id.');
}

function refused(
  why: 'outside' | 'not its maker' | 'name taken' | 'too many',
  { shared }: { readonly shared: boolean },
): ProblemError {
  if (why === 'outside') return fieldProblem('body.invalid', [outsideOf('filters', 'view')]);
  if (why === 'not its maker') {
    const message = 'Only the account that saved this view can make it private. Save a new view instead.';
    return fieldProblem('body.invalid', [{ field: 'shared', code: 'saved-view.shared', message }]);
  }
  const [code, message] =
    why === 'name taken'
      ? ([
          'saved-view.name-taken',
          `${shared ? 'There is already a shared view' : 'You already have a view'} with this name. Choose another name, or replace it.`,
        ] as const)
      : ([
          'saved-view.too-many',
          `${shared ? 'There are' : 'You have'} ${VIEW_LIMIT} ${shared ? 'shared views' : 'views'}, the most that can be saved. Delete one first.`,
        ] as const);
  return new ProblemError(code, message, { errors: [{ field: 'name', code, message }] });
}
