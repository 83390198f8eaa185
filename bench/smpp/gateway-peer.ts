/**
 * One way to send in a process of its own: `gateway-peer.ts WAY ACCOUNT`. It is told over the channel how many messages to send,
 * and tells what they cost once every receipt is acknowledged.
 */
import type { OutboundMessage } from '@textprobe/gateways/gateway-port';
import { GATEWAY_WINDOW, SENDERS, type Account } from './gateway-senders.ts';

export type Way = keyof typeof SENDERS;

export interface Cost {
  /** Processor time for a message, user and system. */
  readonly us: number;
  readonly ms: number;
}

/** Receipts are committed together, so long after the first of them came. */
const COMMIT_MS = 2;
/** The next batch goes when so much of the window is free. */
const GATHER = GATEWAY_WINDOW / 4;

const PHONES = Array.from({ length: 500 }, (_, index) => `+1415555${String(index).padStart(4, '0')}`);

const [way, account] = process.argv.slice(2);
let made = 0;
let unsent = 0;
let unacknowledged = 0;
let finished = Promise.withResolvers<void>();
let uncommitted: (() => void)[] = [];

const sender = await SENDERS[way as Way](JSON.parse(account ?? '') as Account, {
  onAccepted() {
    if (unsent > 0 && sender.capacity() >= GATHER) sendMore();
  },
  onReceipt(done) {
    if (uncommitted.length === 0) setTimeout(commit, COMMIT_MS);
    uncommitted.push(done);
  },
});

process.on('message', (count: number) => void measure(count).then((cost) => process.send?.(cost)));
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function measure(count: number): Promise<Cost> {
  unsent = unacknowledged = count;
  finished = Promise.withResolvers();
  const begin = performance.now();
  const before = process.cpuUsage();
  sendMore();
  await finished.promise;
  const { user, system } = process.cpuUsage(before);
  return { us: (user + system) / count, ms: performance.now() - begin };
}

function sendMore(): void {
  const count = Math.min(sender.capacity(), unsent);
  unsent -= count;
  sender.send(Array.from({ length: count }, nextMessage));
}

function nextMessage(): OutboundMessage {
  made += 1;
  return {
    reference: `${made}.1795400000000`,
    from: '+12025550100',
    to: PHONES[made % PHONES.length] as string,
    text: `Textprobe test: does this arrive as it was sent? #${made.toString(36).toUpperCase().padStart(11, '0')}`,
    media: [],
  };
}

function commit(): void {
  const committed = uncommitted;
  uncommitted = [];
  for (const done of committed) done();
  unacknowledged -= committed.length;
  if (unacknowledged === 0) finished.resolve();
}
