/** Creates, lists and revokes the keys of test phones' agents (CALL-25). */
import { calls } from '@textprobe/contract/calls';
import type { Database } from '@textprobe/database/core/connection';
import { findMissingIds } from '@textprobe/database/directory/directory';
import {
  insertHandsetKey,
  listHandsetKeys,
  revokeHandsetKey,
} from '@textprobe/database/handset-keys/handset-keys';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance } from 'fastify';
import type { ServerDeps } from '../../deps.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';

export function handsetKeyRoutes(
  app: FastifyInstance,
  deps: { db: Database; clock: Clock; createHandsetKey: ServerDeps['createHandsetKey'] },
): void {
  const { db, clock, createHandsetKey } = deps;

  route(app, calls.handsetKeys, async ({ query: { phoneID }, scope }) => {
    const [missing] = await findMissingIds(db, scope, 'test_phones', [phoneID]);
    if (missing !== undefined) throw unknownPhone(missing);
    return (await listHandsetKeys(db, phoneID)).map(
      ({ phoneId, createdAt, lastUsedAt, revokedAt, ...key }) => ({
        ...key,
        phoneID: phoneId,
        createdAt: timestampToWire(createdAt),
        lastUsedAt: timestampToWire(lastUsedAt),
        revokedAt: timestampToWire(revokedAt),
      }),
    );
  });

  route(app, calls.createHandsetKey, async ({ body: { phoneID }, request, write }) =>
    write(async (tx) => {
      const { key, hash } = createHandsetKey();
      const id = await insertHandsetKey(tx, {
        phoneId: phoneID,
        keyHash: hash,
        madeBy: request.session?.accountId ?? null,
        createdAt: clock.now(),
      });
      if (id === null) throw unknownPhone(phoneID);
      return { id, key };
    }),
  );

  route(app, calls.deleteHandsetKey, async ({ query: { id }, write }) =>
    write(async (tx) => {
      const revoked = await revokeHandsetKey(tx, id, clock.now());
      if (!revoked)
        throw new ProblemError('handset-key.unknown', `There is no valid handset key with id ${id}.`);
    }),
  );
}

export function unknownPhone(id: number): ProblemError {
  return new ProblemError('phone.unknown', `There is no test phone with id ${id}.`);
}
