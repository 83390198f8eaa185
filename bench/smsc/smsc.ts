/**
 * A cheap SMSC in a separate process: it accepts every submit_sm at once, sends its receipt after 2 ms plus a configured delay,
 * within a window and with retries until it is acknowledged, and counts the submissions of each message part.
 */
import { ESME_RBINDFAIL, ESME_ROK } from '@textprobe/smpp/command-status';
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { SubmitSm } from '@textprobe/smpp/pdu';
import { createSmppServer, type SmppServerSession } from '@textprobe/smpp/server';
import { messageBody } from '@textprobe/smpp/udh';
import { clock } from '../clock.ts';
import { machineTime, type Order, type Tally, type Word } from './tally.ts';

/** Receipts are sent on a timer, so that neither responses nor receipts wait for each other. */
const RECEIPTS_EVERY_MS = 2;
/** Additional delay of each receipt, in milliseconds. */
const LATE_MS = Number(process.argv[3] ?? 0);
/** The maximum number of unacknowledged receipts per session. */
const WINDOW = 500;
/** Delay before resending a refused receipt; at once, it would only be refused again. */
const RETRY_MS = 100;
/** A code is at the end of the text, after a space and #. */
const CODE = /#([0-9A-Z]{11})$/u;
/** The position of the part number in concatenation elements with 8-bit and 16-bit references. */
const PART_NUMBER = new Map([
  [0x00, 2],
  [0x08, 3],
]);

interface Due {
  readonly session: SmppServerSession;
  readonly fields: Parameters<SmppServerSession['deliverSm']>[0];
}

let seen = new Set<string>();
let codes = new Set<string>();
let tally = { submissions: 0, acknowledged: 0, firstSubmissionAt: 0, lastAcknowledgedAt: 0 };
let wanted = Number.POSITIVE_INFINITY;
let due: Due[] = [];
/** Receipts that are not due yet, the earliest first. */
const delayed: { readonly one: Due; readonly until: number }[] = [];
/** The number of unacknowledged receipts by session. */
const inFlight = new WeakMap<SmppServerSession, number>();
let ids = 0;

const server = await createSmppServer({
  clock,
  authenticate: ({ password }) => (password === process.argv[2] ? ESME_ROK : ESME_RBINDFAIL),
  onSession(session) {
    session.onSubmitSm((submit) => take(session, submit));
  },
});
setInterval(sendDue, RECEIPTS_EVERY_MS);
process.on('message', obey);
process.on('disconnect', () => process.exit());
say({ word: 'ready', port: server.port });

function take(session: SmppServerSession, submit: SubmitSm): void {
  const messageId = (ids += 1).toString(16).padStart(8, '0');
  session.respond(submit, { status: ESME_ROK, messageId });
  if (tally.submissions === 0) tally.firstSubmissionAt = machineTime();
  tally.submissions += 1;
  const { elements, payload } = messageBody(submit);
  const place = elements.find(({ id }) => PART_NUMBER.has(id));
  const part = place?.data[PART_NUMBER.get(place.id) ?? 0] ?? 1;
  seen.add(`${submit.sourceAddr}>${submit.destinationAddr}/${part}`);
  const code = CODE.exec(payload.toString('latin1'))?.[1];
  if (code !== undefined) codes.add(code);
  const now = clock.now();
  const receipt = formatDeliveryReceipt({ messageId, state: 'delivered', submittedAt: now, doneAt: now });
  const addresses = { sourceAddr: submit.destinationAddr, destinationAddr: submit.sourceAddr };
  const one = { session, fields: { ...addresses, ...receipt } };
  if (LATE_MS > 0) delayed.push({ one, until: now + LATE_MS });
  else due.push(one);
}

function sendDue(): void {
  const now = clock.now();
  const next = delayed.findIndex(({ until }) => until > now);
  for (const { one } of delayed.splice(0, next === -1 ? delayed.length : next)) due.push(one);
  due = due.filter((one) => {
    const [other = one.session] = server.sessions;
    const session = one.session.isOpen ? one.session : other;
    const hasRoom = inFlightOn(session) < WINDOW;
    if (hasRoom) void send(one, session);
    return !hasRoom;
  });
}

function inFlightOn(session: SmppServerSession): number {
  return inFlight.get(session) ?? 0;
}

async function send(one: Due, session: SmppServerSession): Promise<void> {
  inFlight.set(session, inFlightOn(session) + 1);
  const status = await session.deliverSm(one.fields).then(
    (answer) => answer.status,
    () => null,
  );
  inFlight.set(session, inFlightOn(session) - 1);
  if (status !== ESME_ROK) {
    setTimeout(() => due.push(one), RETRY_MS);
    return;
  }
  tally.acknowledged += 1;
  if (tally.acknowledged < wanted) return;
  wanted = Number.POSITIVE_INFINITY;
  tally.lastAcknowledgedAt = machineTime();
  say({ word: 'done', tally: readTally() });
}

function obey(order: Order): void {
  if (order.order === 'tally') return say({ word: 'tally', tally: readTally() });
  seen = new Set();
  codes = new Set();
  tally = { submissions: 0, acknowledged: 0, firstSubmissionAt: 0, lastAcknowledgedAt: 0 };
  wanted = order.receipts;
  say({ word: 'begun' });
}

function readTally(): Tally {
  return { ...tally, parts: seen.size, codes: codes.size };
}

function say(word: Word): void {
  process.send?.(word);
}
