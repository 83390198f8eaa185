/** The carriers that both sides send to: our lab in a process of its own, without latency, and phones that it knows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { MAIN } from '../program.ts';

export interface Carrier {
  readonly host: string;
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const READY = /ready at ([\d.]+):(\d+) \(SMPP; system id '([^']+)', password '([^']+)'\)/u;

/** @param folder for its list of phones */
export async function startCarrier(folder: string, phones: readonly string[]): Promise<Carrier> {
  const file = path.join(folder, 'handsets.json');
  await writeFile(file, JSON.stringify(phones.map((phoneNumber) => ({ phoneNumber, carrier: 'AT&T' }))));
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [MAIN, 'lab', '--port', '0', '--handsets', file], {
    env: { PATH, HOME, LAB_SCENARIO: 'zero', LOG_LEVEL: 'warn', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [host = '', port = '', systemId = '', password = ''] = await readiness(child);
  return {
    host,
    port: Number(port),
    systemId,
    password,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function readiness(child: ChildProcess): Promise<string[]> {
  if (child.stdout === null) throw new Error('the lab has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const found = READY.exec(line);
    if (found === null) continue;
    // What it says later must not fill the pipe.
    child.stdout.resume();
    return found.slice(1);
  }
  throw new Error('the lab ended before it was ready');
}
