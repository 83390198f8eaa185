/** Runs every query over HTTP and as plain SQL, in the same run, and prints both with the target. */
import { Client } from 'pg';
import type { BenchOptions } from '../options.ts';
import { startProgram, USERNAME } from '../program.ts';
import { writeSection } from '../readme-section.ts';
import { logIn, type OperatorClient } from './client.ts';
import { findLandmarks } from './landmarks.ts';
import { measure } from './measure.ts';
import { listQuestions } from './questions.ts';
import { type Figure, reportText } from './report.ts';
import { measureStream } from './stream-memory.ts';

export async function measureLists(options: BenchOptions): Promise<void> {
  const program = await startProgram(options.dataDir);
  const database = new Client({ connectionString: program.databaseUrl });
  try {
    await database.connect();
    const known = await findLandmarks(database);
    if (known.tests === 0)
      throw new Error(`${options.dataDir} contains no tests: run 'npm run bench -- seed' first.`);
    const client = await logIn(program.url);
    const scoped = await logIn(program.url, await makeScopedAccount(database));
    // First, before other queries fill the process's heap.
    const stream = options.only === '' ? await measureStream(client, program.pid, known.tests) : null;
    const figures: Figure[] = [];
    for (const question of listQuestions(known).filter(({ name }) => name.includes(options.only))) {
      const ask = (asked: OperatorClient) =>
        measure(options.requests, () => Promise.all(question.paths.map((path) => asked.get(path))));
      const http = await ask(client);
      const ofPartners = question.isInScope ? await ask(scoped) : null;
      const sql = await measure(options.requests, async () => {
        for (const text of question.sql) await database.query(text);
      });
      figures.push({ name: question.name, target: question.target, http, ofPartners, sql });
      process.stderr.write(`${question.name}: ${http.p95.toFixed(1)} ms at p95\n`);
    }
    client.close();
    scoped.close();
    const { rows } = await database.query<{ server_version: string }>('show server_version');
    const report = {
      known,
      figures,
      stream,
      postgres: rows[0]?.server_version ?? '?',
      requests: options.requests,
    };
    process.stdout.write(reportText(report));
    if (options.write) await writeSection('lists', reportText(report));
  } finally {
    await database.end();
    await program.stop();
  }
}

/** How many partners the second account sees. */
const PARTNERS = 20;

/** @returns the user name; its password is that of the operator */
async function makeScopedAccount(database: Client): Promise<string> {
  const username = `viewer of ${PARTNERS} partners`;
  await database.query(
    `insert into accounts (username, role, password_hash, created_at, partner_ids)
     select $1, 'viewer', password_hash, now(), array(select id from partners order by id limit $2)
     from accounts where username = $3 on conflict do nothing`,
    [username, PARTNERS, USERNAME],
  );
  return username;
}
