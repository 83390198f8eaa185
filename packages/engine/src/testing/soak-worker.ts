/**
 * A worker of the soak, run as a process of its own until it is killed. Arguments: the database's url, the gateway's id, the
 * lease of the leader in milliseconds (the default unless given).
 */
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
// Told to whoever waits for it to work.
process.stdout.write('working\n');
