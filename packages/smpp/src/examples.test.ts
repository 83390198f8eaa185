/** The examples run, each by plain node, and do what they say. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectSmppClient } from './client.ts';
import { realClock } from './testing/real-clock.ts';

const folder = fileURLToPath(new URL('../examples', import.meta.url));

interface Running {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  /** The first line that matches, waiting for it; rejects where the example ends without one. */
  line(pattern: RegExp): Promise<string>;
  /** The exit code, once all lines are there. */
  ended(): Promise<number | null>;
}

/** Starts one over the sources, which are there without a build. */
function run(example: string, ...args: string[]): Running {
  const child = spawn(process.execPath, ['--conditions=source', `${folder}/${example}.ts`, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  let told = Promise.withResolvers<void>();
  let isOver = false;
  const tell = () => {
    told.resolve();
    told = Promise.withResolvers();
  };
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      tell();
    });
  }
  const exit = once(child, 'close').then(([code]) => {
    isOver = true;
    tell();
    return code as number | null;
  });
  return {
    child,
    lines,
    async line(pattern) {
      for (;;) {
        const found = lines.find((line) => pattern.test(line));
        if (found !== undefined) return found;
        if (isOver) throw new Error(`${example} ended without ${String(pattern)}: ${lines.join(' / ')}`);
        await told.promise;
      }
    },
    ended: () => exit,
  };
}

async function startServer(): Promise<{ server: Running; port: string }> {
  const server = run('server', '0');
  const port = (await server.line(/^listening on /)).replace(/^.*:/, '');
  return { server, port };
}

async function interrupt(running: Running): Promise<void> {
  running.child.kill('SIGINT');
  expect(await running.ended()).toBe(0);
}

describe('the examples', () => {
  it('send a long text, hear of its parts and ask for them, and end on their own', async () => {
    const { server, port } = await startServer();
    const client = run('client', port);
    expect(await client.ended()).toBe(0);
    expect(client.lines.toSorted()).toEqual([
      'accepted as 1',
      'accepted as 2',
      'receipt for 1: delivered',
      'receipt for 2: delivered',
      'the state of 1 is 2',
      'the state of 2 is 2',
    ]);
    await server.line(/^office is gone: unbound by the peer$/);
    await interrupt(server);
    expect(server.lines).toContain('office is bound as transceiver');
    expect(server.lines.filter((line) => line.includes('A text of more than one part.'))).toHaveLength(2);
    expect(server.lines.join()).toMatch(/12025550100 to 12025550123 \(1 of 2\): /);
  });

  it('listen for the receipts of a transmitter, and connect again by themselves', async () => {
    const { server, port } = await startServer();
    const listener = run('receipt-listener', port);
    await listener.line(/^bound$/);
    await server.line(/^listener is bound as receiver$/);
    const office = { host: '127.0.0.1', port: Number(port), systemId: 'office', password: 'secret' };
    const client = await connectSmppClient({ ...office, bind: 'transmitter', clock: realClock });
    const text = { destinationAddr: '12025550199', shortMessage: Buffer.from('Hello') };
    await client.submitSm({ ...text, registeredDelivery: 1 });
    await listener.line(/^receipt for 1: delivered$/);
    await client.unbind();
    server.child.kill('SIGKILL');
    await listener.line(/^gone: /);
    const again = run('server', port);
    await again.line(/^listener is bound as receiver$/);
    await interrupt(listener);
    await interrupt(again);
  });

  it('speak TLS, and trust nobody untold', async () => {
    const tls = run('tls');
    expect(await tls.ended()).toBe(0);
    expect(tls.lines).toEqual([
      expect.stringMatching(/^not trusted: .*self-signed certificate/),
      'office is bound',
      'trusted, and answered',
    ]);
  });

  it('are all named in the README, and what it names is there', async () => {
    const there = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const named = [...readme.matchAll(/examples\/([\w-]+\.ts)/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(there));
  });
});
