/**
 * A worker for the soak test, run as a separate process until it is killed. Arguments: the database URL, the gateway id,
 * and optionally the leader lease in milliseconds.
 */
import { flushCompileCache } from 'node:module';
import { openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createEngine } from '../engine.ts';
import { createFakeGateway } from './fake-gateway.ts';

const [url = '', gatewayId = '', leaderLeaseMs] = process.argv.slice(2);
const deps = { clock: realClock, log: silentLog };
const db = openDatabase({ url, log: silentLog, applicationName: 'soak worker', maxConnections: 5 });
await createEngine({
  ...deps,
  db,
  codes: await openMessageCodes(db),
  gateways: new Map([[Number(gatewayId), createFakeGateway()]]),
  deadlineMs: 900_000,
  workerId: `soak-${process.pid}`,
  ...(leaderLeaseMs !== undefined && { leaderLeaseMs: Number(leaderLeaseMs) }),
}).start();
// Signals the parent process that the worker is running.
process.stdout.write('working\n');
// It is killed, so it never exits by itself.
flushCompileCache();
