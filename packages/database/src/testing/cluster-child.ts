/**
 * A program that only holds a cluster, for tests that kill one: `node cluster-child.ts DATA_DIR SYSTEM_DIR`. Writes one
 * line of JSON when it is up; SIGTERM stops it gracefully.
 */
import { startCluster } from '../cluster/start-cluster.ts';
import { realClock } from './real-clock.ts';

const say = (level: string) => (fields: object, message: string) => console.error(level, message, fields);
const log = { debug: () => undefined, info: say('info'), warn: say('warn'), error: say('error') };

const [, , dataDir = '', systemFolder = ''] = process.argv;
const cluster = await startCluster({
  dataDir,
  systemFolder,
  clock: realClock,
  log,
  environment: { PATH: process.env.PATH },
});
process.once('SIGTERM', () => void cluster.stop());
console.log(JSON.stringify({ url: cluster.url, found: cluster.found, host: cluster.connection.host }));
