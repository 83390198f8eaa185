/**
 * An SMSC that costs little, run as a process of its own: accepts every submit_sm at once, sends a receipt for each 2 ms
 * later plus the delay it was started with, as many at a time as the window of its bind holds and again until it is
 * acknowledged, and counts how often each part of each message came.
 */
import { ESME_RBINDFAIL, ESME_ROK } from '@textprobe/smpp/command-status';
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { SubmitSm } from '@textprobe/smpp/pdu';
import { createSmppServer, type SmppServerSession } from '@textprobe/smpp/server';
import { messageBody } from '@textprobe/smpp/udh';
import { clock } from '../clock.ts';
import { machineTime, type Order, type Tally, type Word } from './tally.ts';

/** A write of its own for the receipts: no answer waits for them, nor they for one of a sleeping client. */
const RECEIPTS_EVERY_MS = 2;
/** Additional delay of each receipt, in milliseconds. */
const LATE_MS = Number(process.argv[3] ?? 0);
/** Receipts on one bind that have no answer yet, at most. */
const WINDOW = 500;
/** One that was refused waits so long: sent again at once it would only be refused again. */
const AGAIN_AFTER_MS = 100;
/** How a code stands in a text: at its end, after a space and #. */
const CODE = /#([0-9A-Z]{11})$/u;
/** Information elements of concatenation, with 8 and with 16 bits of reference: where the part's number stands. */
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
/** Receipts not due yet, the earliest first. */
const delayed: { readonly one: Due; readonly until: number }[] = [];
/** By bind, how many receipts have no answer yet. */
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
    setTimeout(() => due.push(one), AGAIN_AFTER_MS);
    return;
  }
  tally.acknowledged += 1;
  if (tally.acknowledged < wanted) return;
  wanted = Number.POSITIVE_INFINITY;
  tally.lastAcknowledgedAt = machineTime();
  say({ word: 'done', tally: told() });
}

function obey(order: Order): void {
  if (order.order === 'tell') return say({ word: 'told', tally: told() });
  seen = new Set();
  codes = new Set();
  tally = { submissions: 0, acknowledged: 0, firstSubmissionAt: 0, lastAcknowledgedAt: 0 };
  wanted = order.receipts;
  say({ word: 'begun' });
}

function told(): Tally {
  return { ...tally, parts: seen.size, codes: codes.size };
}

function say(word: Word): void {
  process.send?.(word);
}
