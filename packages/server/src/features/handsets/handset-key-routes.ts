/** Creates, lists, renames, rotates and revokes the keys of test phones' agents (CALL-25, PAIR-4). */
import { calls } from '@textprobe/contract/calls';
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { LIST_PAGE_SIZE } from '@textprobe/contract/query-form';
import type { Database } from '@textprobe/database/core/connection';
import { findMissingIds } from '@textprobe/database/directory/directory';
import {
  findHandsetKey,
  type HandsetKeyRow,
  insertHandsetKey,
  listHandsetKeys,
  renameHandsetKey,
  revokeHandsetKey,
  rotateHandsetKey,
} from '@textprobe/database/handsets/handset-keys';
import { holdPhones } from '@textprobe/database/handsets/phone-reporters';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance } from 'fastify';
import type { ServerDeps } from '../../deps.ts';
import { unknownPhone } from '../../directory/test-phones.ts';
import { ProblemError } from '../../http/problem.ts';
import { type HandlerInput, route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';

/** How long a key or secret works after it was rotated: time to enter the new one on the phone. */
export const OVERLAP_MS = 24 * 60 * 60_000;

export function handsetKeyRoutes(
  app: FastifyInstance,
  deps: { db: Database; clock: Clock; createHandsetKey: ServerDeps['createHandsetKey'] },
): void {
  const { db, clock, createHandsetKey } = deps;

  type Listed = HandlerInput<typeof calls.handsetKeys>;
  async function requirePhone({ query: { phoneId }, scope }: Listed): Promise<void> {
    if (phoneId === undefined) return;
    const [missing] = await findMissingIds(db, scope, 'test_phones', [phoneId]);
    if (missing !== undefined) throw unknownPhone(missing);
  }

  route(
    app,
    calls.handsetKeys,
    async (asked) => {
      await requirePhone(asked);
      const { query, reply } = asked;
      const { page = 1, pageSize: limit = LIST_PAGE_SIZE, ...filter } = query;
      const { rows, total } = await listHandsetKeys(db, filter, {
        now: clock.now(),
        offset: (page - 1) * limit,
        limit,
      });
      reply.header(TOTAL_COUNT_HEADER, total);
      return rows.map(toWire);
    },
    { find: requirePhone },
  );

  route(app, calls.createHandsetKey, async ({ body: { phoneId, label = '' }, request, write }) =>
    write(async (tx, note) => {
      note({ objectId: phoneId });
      await holdPhones(tx);
      const { key, hash } = createHandsetKey();
      const id = await insertHandsetKey(tx, {
        phoneId,
        keyHash: hash,
        label: label.trim(),
        madeBy: request.caller?.accountId ?? null,
        createdAt: clock.now(),
      });
      if (id === null) throw unknownPhone(phoneId);
      return { id, key };
    }),
  );

  route(app, calls.deleteHandsetKey, async ({ params: { id }, write }) =>
    write(async (tx, note) => {
      const key = await findHandsetKey(tx, id);
      if (key === null || !(await revokeHandsetKey(tx, id, clock.now()))) throw unknownKey();
      note({ objectId: key.phoneId, before: { key: key.label || id }, after: { key: null } });
    }),
  );

  route(app, calls.renameHandsetKey, async ({ params: { id }, body: { label }, write }) =>
    write(async (tx, note) => {
      const key = await findHandsetKey(tx, id);
      const renamed = { label: label.trim() };
      if (key === null || !(await renameHandsetKey(tx, id, renamed.label, clock.now()))) throw unknownKey();
      note({ objectId: key.phoneId, before: key });
      return toWire({ ...key, ...renamed });
    }),
  );

  route(app, calls.rotateHandsetKey, async ({ params: { id }, request, write }) =>
    write(async (tx, note) => {
      await holdPhones(tx);
      const old = await findHandsetKey(tx, id);
      const { key, hash } = createHandsetKey();
      const now = clock.now();
      const madeBy = request.caller?.accountId ?? null;
      const newId = await rotateHandsetKey(tx, id, { keyHash: hash, madeBy, now, endsAt: now + OVERLAP_MS });
      if (old === null || newId === null) throw unknownKey(', or it was already rotated');
      note({ objectId: old.phoneId, before: { key: id }, after: { key: newId } });
      return { id: newId, key };
    }),
  );
}

function toWire({ createdAt, lastUsedAt, revokedAt, ...key }: HandsetKeyRow): HandsetKey {
  return {
    ...key,
    createdAt: timestampToWire(createdAt),
    lastUsedAt: timestampToWire(lastUsedAt),
    revokedAt: timestampToWire(revokedAt),
  };
}

function unknownKey(more = ''): ProblemError {
  return new ProblemError('handset-key.unknown', `There is no valid handset key with this id${more}.`);
}
