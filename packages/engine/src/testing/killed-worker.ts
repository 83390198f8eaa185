/**
 * A worker that is killed at the worst moment, run as a separate process by `worker-death.test.ts`. Arguments: the
 * database URL, the gateway id, and when to die: `before-first-byte` or `after-first-chunk`.
 */
import { openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createEngine } from '../engine.ts';
import { beginNextRuns } from '../runs/expand-run.ts';
import { createFakeGateway } from './fake-gateway.ts';

const [url = '', gatewayId = '', moment = ''] = process.argv.slice(2);
const deps = { clock: realClock, log: silentLog };
const db = openDatabase({ url, log: silentLog, applicationName: 'killed worker' });

if (moment === 'after-first-chunk') {
  await beginNextRuns({ ...deps, db }, { limit: 1 });
} else {
  // Claimed and submitted, but the gateway sends nothing.
  const gateway = createFakeGateway({ window: 3, answer: () => 'withhold' });
  const gateways = new Map([[Number(gatewayId), gateway]]);
  const codes = await openMessageCodes(db);
  await createEngine({
    ...deps,
    db,
    codes,
    gateways,
    deadlineMs: 900_000,
    workerId: 'killed',
  }).start();
  await gateway.submitted(3);
}
process.kill(process.pid, 'SIGKILL');
