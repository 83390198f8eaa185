/** Net::SMPP, a Perl library by Sampo Kellomaki, as a peer that a test controls. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A request of a later version: broadcast_sm of SMPP 5.0, with sequence number 901 and no body. */
export const UNKNOWN_REQUEST = Buffer.from('00000010000001110000000000000385', 'hex');

const SCRIPT = fileURLToPath(new URL('peer.pl', import.meta.url));

/** Names and values as in Net::SMPP; `cmd`, `seq` and `status` are in the header. Octets are hexadecimal. */
export type NetSmppFields = Readonly<Record<string, string | number>>;

type PeerEvent =
  | { readonly event: 'pdu'; readonly name: string; readonly fields: NetSmppFields }
  | { readonly event: 'listening'; readonly port: number }
  | { readonly event: 'error'; readonly words: string }
  | { readonly event: 'ended' };

export interface NetSmppPeer {
  /** Calls a method of Net::SMPP, such as `submit_sm`; `octets` are additional binary arguments. */
  call(method: string, args?: NetSmppFields, octets?: Readonly<Record<string, Buffer>>): void;
  /** Writes raw octets. */
  raw(octets: Buffer): void;
  /** The next PDU that it reads; throws if it has another name. */
  next(name: string): Promise<NetSmppFields>;
  /** Resolves when it reports the end of the connection. */
  ended(): Promise<void>;
  stop(): Promise<void>;
}

/** Net::SMPP as an ESME, connected to a port of 127.0.0.1. */
export async function connectNetSmpp(port: number): Promise<NetSmppPeer> {
  return createPeer(run(['connect', String(port)]));
}

/** Net::SMPP as an SMSC for one connection. */
export async function listenNetSmpp(): Promise<NetSmppPeer & { readonly port: number }> {
  const running = run(['listen']);
  const first = await running.nextEvent();
  if (first.event !== 'listening') throw new Error(`Net::SMPP is not listening: ${JSON.stringify(first)}`);
  return { ...createPeer(running), port: first.port };
}

interface Running {
  readonly child: ChildProcess;
  nextEvent(): Promise<PeerEvent>;
}

function run(args: readonly string[]): Running {
  const child = spawn('perl', [SCRIPT, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const words: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => void words.push(chunk.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    async nextEvent() {
      const line = await lines.next();
      if (line.done) throw new Error(`Net::SMPP has exited: ${words.join('')}`);
      return JSON.parse(line.value) as PeerEvent;
    },
  };
}

function createPeer({ child, nextEvent }: Running): NetSmppPeer {
  const send = (command: object) => void child.stdin?.write(`${JSON.stringify(command)}\n`);
  return {
    call(method, args = {}, octets = {}) {
      const hexadecimal = Object.entries(octets).map(([name, value]) => [name, value.toString('hex')]);
      send({ call: method, args, octets: Object.fromEntries(hexadecimal) });
    },
    raw: (octets) => send({ raw: octets.toString('hex') }),
    async next(name) {
      const event = await nextEvent();
      if (event.event === 'pdu' && event.name === name) return event.fields;
      throw new Error(`Net::SMPP did not read ${name} but ${JSON.stringify(event)}`);
    },
    async ended() {
      const event = await nextEvent();
      if (event.event !== 'ended')
        throw new Error(`Net::SMPP reported instead of the end: ${JSON.stringify(event)}`);
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
