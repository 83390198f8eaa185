/** A Chromium of the bench's own, on a fresh profile, to be told what to do over its debugging port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** `npm run` says which browser it found; by hand, Debian's is meant. */
const CHROMIUM = process.env.TEXTPROBE_CHROMIUM ?? '/usr/bin/chromium';

/** The machine's Chromium may run as root, and talks to nobody but the program. */
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--remote-debugging-port=0',
];

export interface Browser {
  readonly port: number;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'textprobe-browser-'));
  const child = spawn(CHROMIUM, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${CHROMIUM} ended with code ${code}.`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      const listening = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line)?.[1];
      if (listening !== undefined) resolve(Number(listening));
    });
  });
  return {
    port,
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
