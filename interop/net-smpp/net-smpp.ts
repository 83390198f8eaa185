/** Net::SMPP, a Perl library by Sampo Kellomaki, as the other end of a connection, told by a test what to say. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A request of a later version, broadcast_sm of SMPP 5.0, with the sequence number 901 and no body. */
export const UNKNOWN_REQUEST = Buffer.from('00000010000001110000000000000385', 'hex');

const SCRIPT = fileURLToPath(new URL('peer.pl', import.meta.url));

/** Names and values as Net::SMPP has them; `cmd`, `seq` and `status` are the header's. Octets are in hexadecimal. */
export type NetSmppFields = Readonly<Record<string, string | number>>;

type Saying =
  | { readonly event: 'pdu'; readonly name: string; readonly fields: NetSmppFields }
  | { readonly event: 'listening'; readonly port: number }
  | { readonly event: 'error'; readonly words: string }
  | { readonly event: 'ended' };

export interface NetSmppPeer {
  /** Calls a method of Net::SMPP, such as `submit_sm`; `octets` are further arguments. */
  call(method: string, args?: NetSmppFields, octets?: Readonly<Record<string, Buffer>>): void;
  /** Writes octets as they are. */
  raw(octets: Buffer): void;
  /** The next PDU that it has read, which must be of this name. */
  next(name: string): Promise<NetSmppFields>;
  /** Resolves once it has seen the connection end. */
  ended(): Promise<void>;
  stop(): Promise<void>;
}

/** Net::SMPP as an ESME, connected to a port of 127.0.0.1. */
export async function connectNetSmpp(port: number): Promise<NetSmppPeer> {
  return talkWith(run(['connect', String(port)]));
}

/** Net::SMPP as an SMSC for one connection. */
export async function listenNetSmpp(): Promise<NetSmppPeer & { readonly port: number }> {
  const running = run(['listen']);
  const first = await running.say();
  if (first.event !== 'listening') throw new Error(`Net::SMPP does not listen: ${JSON.stringify(first)}`);
  return { ...talkWith(running), port: first.port };
}

interface Running {
  readonly child: ChildProcess;
  say(): Promise<Saying>;
}

function run(args: readonly string[]): Running {
  const child = spawn('perl', [SCRIPT, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const words: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => void words.push(chunk.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    async say() {
      const line = await lines.next();
      if (line.done) throw new Error(`Net::SMPP has gone: ${words.join('')}`);
      return JSON.parse(line.value) as Saying;
    },
  };
}

function talkWith({ child, say }: Running): NetSmppPeer {
  const tell = (order: object) => void child.stdin?.write(`${JSON.stringify(order)}\n`);
  return {
    call(method, args = {}, octets = {}) {
      const hexadecimal = Object.entries(octets).map(([name, value]) => [name, value.toString('hex')]);
      tell({ call: method, args, octets: Object.fromEntries(hexadecimal) });
    },
    raw: (octets) => tell({ raw: octets.toString('hex') }),
    async next(name) {
      const said = await say();
      if (said.event === 'pdu' && said.name === name) return said.fields;
      throw new Error(`Net::SMPP has not read a ${name}: ${JSON.stringify(said)}`);
    },
    async ended() {
      const said = await say();
      if (said.event !== 'ended') throw new Error(`Net::SMPP has more: ${JSON.stringify(said)}`);
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
