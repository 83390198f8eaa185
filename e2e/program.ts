/**
 * Starts the real program for browser tests from its command line, in a new folder and with a scenario whose losses are known.
 * One program per worker, shared by its tests.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, startProgram as start } from '@textprobe/domain/testing/child-program';

/** Less than the fixtures' timeout, which would hide the program's output. Milliseconds. */
export const READY_WITHIN_MS = 60_000;

export const USERNAME = 'admin';
export const PASSWORD = 'correct horse battery staple';

export interface Program {
  readonly url: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

export async function startProgram(more: Record<string, string> = {}): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), 'textprobe-e2e-'));
  // When started by root, the database runs as another user, who must be able to enter this folder.
  await chmod(dataDir, 0o711);
  const settings = {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: PASSWORD,
    LAB_SCENARIO: 'browser-tests',
    LAB_SEED: '1',
    CONFIRMATION_DEADLINE: '10s',
    ...more,
  };
  const { place, process, end } = await start(['start'], { settings, readyWithinMs: READY_WITHIN_MS });
  return {
    url: place,
    dataDir,
    async stop() {
      const endedByItself = process.exitCode !== null || process.signalCode !== null;
      const ended = await end();
      await rm(dataDir, { recursive: true, force: true });
      if (endedByItself) throw new Error(`The program ended by itself:\n${lastWords(ended)}`);
    },
  };
}

/** Its exit code and last output, without request logs: a browser causes dozens per second. */
function lastWords({ code, signal, stdout, stderr }: Ended): string {
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => !line.includes('"msg":"request"'));
  return [signal ?? `code ${code}`, ...lines.slice(-40)].join('\n');
}
