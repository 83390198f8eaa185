/** Giving a test phone's agent its key, and taking it away (CALL-25). */
import { calls } from '@textprobe/contract/calls';
import { insertHandsetKey, revokeHandsetKey } from '@textprobe/database/handset-keys/handset-keys';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance } from 'fastify';
import type { ServerDeps } from '../deps.ts';
import { ProblemError } from '../problem.ts';
import { route } from '../route.ts';

export function handsetKeyRoutes(
  app: FastifyInstance,
  deps: { clock: Clock; createHandsetKey: ServerDeps['createHandsetKey'] },
): void {
  const { clock, createHandsetKey } = deps;

  route(app, calls.createHandsetKey, async ({ body: { phoneID }, write }) =>
    write(async (tx) => {
      const { key, hash } = createHandsetKey();
      const id = await insertHandsetKey(tx, { phoneId: phoneID, keyHash: hash, createdAt: clock.now() });
      if (id === null) throw new ProblemError('phone.unknown', `There is no test phone with id ${phoneID}.`);
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
