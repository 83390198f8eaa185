/** What gateways sent by hour, over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { registerGateways } from '@textprobe/database/gateways/gateways';
import { rebuildRollups } from '@textprobe/database/rollups/rollup-rebuild';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { expect, test } from 'vitest';
import { makeMessages } from '../../testing/messages.ts';
import { openTestServer } from '../../testing/test-server.ts';

const HOUR_MS = 3_600_000;

const { server, client } = await openTestServer();
await registerGateways(server.db, [
  { name: 'lab', kind: 'smpp', isDefault: true, sendsMms: false, isDefaultMms: false },
]);

test('EVIDENCE-2 what each gateway sent in the last 24 hours is counted by hour', async () => {
  const present = Math.floor(server.clock.now() / HOUR_MS) * HOUR_MS;
  await makeMessages(server.db, present - 24 * HOUR_MS, ['received']);
  await makeMessages(server.db, present - 23 * HOUR_MS, ['received', 'rejected']);
  await makeMessages(server.db, present - 2 * HOUR_MS, ['received', 'receipt only', 'sent']);
  await rebuildRollups(server.db);
  expect(await client.call(calls.gatewayHours)).toEqual([
    {
      gatewayId: 1,
      hours: [
        { at: formatLosAngeles(present - 23 * HOUR_MS), messages: 2, known: 2, received: 1 },
        { at: formatLosAngeles(present - 2 * HOUR_MS), messages: 3, known: 2, received: 1 },
      ],
    },
  ]);
});
