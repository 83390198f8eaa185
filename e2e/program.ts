/**
 * The real program for browser tests: started as a person would start it, on a folder of its own, with a scenario whose
 * losses are known, and ended when the tests are. One a worker, shared by its tests.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, startProgram as start } from '@textprobe/domain/testing/child-program';

/** Less than the fixtures' own timeout, which would hide what the program said. Milliseconds. */
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
  // Started by root, the database could not be kept below a folder that only root can enter.
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

/** How it ended and what it said last, answered requests left out: a browser causes dozens a second. */
function lastWords({ code, signal, stdout, stderr }: Ended): string {
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => !line.includes('"msg":"request"'));
  return [signal ?? `code ${code}`, ...lines.slice(-40)].join('\n');
}
