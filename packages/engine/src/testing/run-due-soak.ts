/**
 * The whole soak: 2,000 occurrences within a minute, four workers killed all the time. Prints what became of it.
 * `npm run soak -w packages/engine -- [occurrences] [seconds]`
 */
import { openDatabase } from '@textprobe/database/connection';
import { silentLog } from '@textprobe/database/log';
import { startTestCluster } from '@textprobe/database/testing/test-cluster';
import { soak } from './due-soak.ts';
import { seedDirectory } from './seed-directory.ts';

const [occurrences = 2_000, seconds = 60] = process.argv.slice(2).map(Number);
const cluster = await startTestCluster();
const url = cluster.templateUrl;
const db = openDatabase({ url, log: silentLog, applicationName: 'soak' });
try {
  const { gatewayId, officeIds, phoneIds } = await seedDirectory(db, {
    offices: 1,
    phones: 1,
    evidence: 'receipt',
  });
  const result = await soak({
    db,
    url,
    gatewayId,
    officeId: officeIds[0] ?? 0,
    phoneId: phoneIds[0] ?? 0,
    occurrences,
    spanMs: seconds * 1_000,
    workers: 4,
    killEveryMs: 1_000,
    patienceMs: 60_000,
  });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (result.runs !== occurrences || result.wrongTests > 0) process.exitCode = 1;
} finally {
  await db.destroy();
  await cluster.stop();
}
