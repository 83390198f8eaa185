/** The examples run, each by plain node, and do what they say. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Child, startScript } from '@textprobe/domain/testing/child-program';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectSmppClient } from './client.ts';
import { realClock } from './testing/real-clock.ts';

const folder = fileURLToPath(new URL('../examples', import.meta.url));

function run(example: string, ...args: string[]): Child {
  const child = startScript(`${folder}/${example}.ts`, args);
  onTestFinished(() => void child.process.kill('SIGKILL'));
  return child;
}

const linesOf = ({ output }: Child) => `${output.stdout}${output.stderr}`.trimEnd().split('\n');

async function startServer(): Promise<{ server: Child; port: string }> {
  const server = run('server', '0');
  const [, port = ''] = await server.said(/^listening on .*:(\d+)$/mu);
  return { server, port };
}

async function interrupt(child: Child): Promise<void> {
  expect(await child.end('SIGINT')).toMatchObject({ code: 0 });
}

describe('the examples', () => {
  it('send a long text, hear of its parts and ask for them, and end on their own', async () => {
    const { server, port } = await startServer();
    const client = run('client', port);
    expect(await client.ended).toMatchObject({ code: 0 });
    expect(linesOf(client).toSorted()).toEqual([
      'accepted as 1',
      'accepted as 2',
      'receipt for 1: delivered',
      'receipt for 2: delivered',
      'the state of 1 is 2',
      'the state of 2 is 2',
    ]);
    await server.said(/^office is gone: unbound by the peer$/mu);
    await interrupt(server);
    expect(linesOf(server)).toContain('office is bound as transceiver');
    expect(linesOf(server).filter((line) => line.includes('A text of more than one part.'))).toHaveLength(2);
    expect(server.output.stdout).toMatch(/12025550100 to 12025550123 \(1 of 2\): /);
  });

  it('listen for the receipts of a transmitter, and connect again by themselves', async () => {
    const { server, port } = await startServer();
    const listener = run('receipt-listener', port);
    await listener.said(/^bound$/mu);
    await server.said(/^listener is bound as receiver$/mu);
    const office = { host: '127.0.0.1', port: Number(port), systemId: 'office', password: 'secret' };
    const client = await connectSmppClient({ ...office, bind: 'transmitter', clock: realClock });
    const text = { destinationAddr: '12025550199', shortMessage: Buffer.from('Hello') };
    await client.submitSm({ ...text, registeredDelivery: 1 });
    await listener.said(/^receipt for 1: delivered$/mu);
    await client.unbind();
    server.process.kill('SIGKILL');
    await listener.said(/^gone: /mu);
    const again = run('server', port);
    await again.said(/^listener is bound as receiver$/mu);
    await interrupt(listener);
    await interrupt(again);
  });

  it('speak TLS, and trust nobody untold', async () => {
    const tls = run('tls');
    expect(await tls.ended).toMatchObject({ code: 0 });
    expect(linesOf(tls)).toEqual([
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
