/**
 * A complete worker in a process of its own, which is killed at some point: the engine, its SMPP gateways and an inbox for
 * handsets. Its only argument is a `WorkerOptions` as JSON.
 */
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '@textprobe/database/core/connection';
import { listen } from '@textprobe/database/core/listen';
import { silentLog } from '@textprobe/database/core/log';
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createEngineApi } from '@textprobe/engine/api';
import { createEngine, ENGINE_CHANNELS } from '@textprobe/engine/engine';
import { serveInbox } from '@textprobe/engine/testing/serve-inbox';
import type { Gateway } from '@textprobe/gateways/gateway-port';
import { checkSmppSettings } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import { createSoleShare } from '@textprobe/gateways/testing/sole-share';
import { watchDatabase, watchGateway, watchWrites } from './kill-hooks.ts';
import { createKillSwitch, type WorkerOptions, type WorkerReady } from './kill-points.ts';

const DEADLINE_MS = 900_000;
/** Small, so that a test's messages need several claims. */
const WINDOW = 4;

const options = JSON.parse(process.argv[2] ?? '') as WorkerOptions;
const { url, workerId, gateways, leaseMs } = options;
process.stdin.resume().once('end', () => process.exit());
// Speeds up the start of the next worker.
flushCompileCache();

const killSwitch = createKillSwitch(options);
const opened = openDatabase({ url, log: silentLog, applicationName: workerId, maxConnections: 5 });
const openedIndexOnly = openDatabase({
  url,
  log: silentLog,
  applicationName: workerId,
  maxConnections: 3,
  indexOnly: true,
});
const deps = { codes: await openMessageCodes(opened), clock: realClock, log: silentLog };
const db = watchDatabase(opened, killSwitch, options);
const indexOnlyPool = watchDatabase(openedIndexOnly, killSwitch, options);
watchWrites(new Set(gateways.map(({ port }) => port)), killSwitch);
await createEngine({
  ...deps,
  db,
  indexOnlyPool,
  workerId,
  leaseMs,
  leaderLeaseMs: leaseMs,
  deadlineMs: DEADLINE_MS,
  gateways: new Map(gateways.map(({ id, port }) => [id, watchGateway(connect(id, port), killSwitch)])),
  listenForWaiting: (onNotice) =>
    listen(url, ENGINE_CHANNELS, { onNotification: onNotice, onReconnect: onNotice }, deps),
}).start();
const engineApi = createEngineApi({ ...deps, db, indexOnlyPool, deadlineMs: DEADLINE_MS });
const server = await serveInbox({ clock: realClock, engineApi }, new Set());
const ready: WorkerReady = { port: (server.address() as AddressInfo).port };
process.stdout.write(`${JSON.stringify(ready)}\n`);

function connect(id: number, port: number): Gateway {
  const check = checkSmppSettings({
    host: '127.0.0.1',
    port,
    systemId: 'textprobe',
    password: 'secret',
    window: WINDOW,
    responseTimeoutMs: 1_000,
  });
  if (!check.ok) throw new Error(check.faults.join(' '));
  const share = createSoleShare(deps.clock);
  return createSmppGateway({ ...deps, name: `carrier ${id}`, settings: check.settings, share });
}
