/** The log's warning of tokens that end soon. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { openTestServer, USERNAME } from '../testing/test-server.ts';
import { warnOfEndingTokens } from './ending-tokens.ts';

const DAY = 24 * 3_600_000;
const { server, client } = await openTestServer();

test('TOKEN-3 seven days before a token’s end the log says so, once', async () => {
  const { db, clock } = server;
  const expiresAt = new Date(clock.now() + 8 * DAY).toISOString();
  for (const body of [{ name: 'Weekly', expiresAt }, { name: 'Quarterly' }])
    await client.call(calls.createApiToken, { body: { role: 'viewer', partnerIds: null, ...body } });
  const warned: unknown[] = [];
  const run = () => warnOfEndingTokens({ db, clock, log: { warn: (what: unknown) => warned.push(what) } });
  await run();
  expect(warned).toEqual([]);
  await clock.advance(DAY);
  await run();
  await run();
  expect(warned).toMatchObject([{ account: USERNAME, token: 'Weekly' }]);
});
