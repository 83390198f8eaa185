/** A carrier elsewhere, to connect to: the simulated one in a process of its own, as `textprobe lab` starts it. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url));
const START_LIMIT_MS = 60_000;

export const SYSTEM_ID = 'textprobe';
export const CARRIER_PASSWORD = 'lab';

export interface Carrier {
  /** Of 127.0.0.1, where it speaks SMPP. */
  readonly port: number;
  /** Where its Messages API is, and whose account. */
  readonly api: { readonly baseUrl: string; readonly accountSid: string };
  stop(): Promise<void>;
}

/** Its phones are those of the demo directory; they report to nobody, so that receipts are all there is. */
export async function startCarrier(): Promise<Carrier> {
  const child = spawn(process.execPath, [MAIN, 'lab', '--port', '0'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LAB_SCENARIO: 'perfect', LAB_SEED: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    return { ...(await addresses(child.stdout)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The two lines that it prints once it is ready. */
function addresses(output: NodeJS.ReadableStream): Promise<Omit<Carrier, 'stop'>> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('The carrier was not ready in time.')), START_LIMIT_MS);
    let port: number | undefined;
    const lines = createInterface({ input: output });
    lines.on('close', () => reject(new Error('The carrier ended before it was ready.')));
    lines.on('line', (line) => {
      port ??= Number(/ready at 127\.0\.0\.1:(\d+)/.exec(line)?.[1]) || undefined;
      const [, baseUrl, accountSid] = /Messages API is at (\S+) \(account '(\w+)'/.exec(line) ?? [];
      if (port === undefined || baseUrl === undefined || accountSid === undefined) return;
      clearTimeout(limit);
      resolve({ port, api: { baseUrl, accountSid } });
    });
  });
}
