/** Runs every query over HTTP and as plain SQL, in the same run, and prints both with the target. */
import { Client } from 'pg';
import type { BenchOptions } from '../options.ts';
import { startProgram } from '../program.ts';
import { writeSection } from '../readme-section.ts';
import { logIn } from './client.ts';
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
    // First, before other queries fill the process's heap.
    const stream = options.only === '' ? await measureStream(client, program.pid, known.tests) : null;
    const figures: Figure[] = [];
    for (const question of listQuestions(known).filter(({ name }) => name.includes(options.only))) {
      const http = await measure(options.requests, () =>
        Promise.all(question.paths.map((path) => client.get(path))),
      );
      const sql = await measure(options.requests, async () => {
        for (const text of question.sql) await database.query(text);
      });
      figures.push({ name: question.name, target: question.target, http, sql });
      process.stderr.write(`${question.name}: ${http.p95.toFixed(1)} ms at p95\n`);
    }
    client.close();
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
