/**
 * Tests the gateway with the worst possible SMSC: receipts before their responses, PDUs split over segments, links broken
 * inside a PDU, late enquire_link_resp, unbinds between parts, bursts of throttling, late responses of every kind, and nacks of
 * our responses. The SMSC's own record decides what the gateway may report.
 */
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { ESME_RINVDSTADR, ESME_RMSGQFUL } from '@textprobe/smpp/command-status';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OutboundMessage, SubmissionOutcome } from '../gateway-port.ts';
import { silentLog } from '../log.ts';
import { startHostileWire } from '../testing/hostile-wire.ts';
import { startProgrammableSmsc } from '../testing/programmable-smsc.ts';
import { recordHandlers } from '../testing/recorded-handlers.ts';
import { shortMessage, submit } from '../testing/running-gateway.ts';
import { smppSettings } from '../testing/smpp-rig.ts';
import { createSoleShare } from '../testing/sole-share.ts';
import type { CarrierAnswer, CarrierSubmission } from '../testing/test-carrier.ts';
import { createSmppGateway } from './smpp-gateway.ts';

const MESSAGES = 150;
const SEEDS = process.env.TEXTPROBE_SOAK ? 200 : 4;
const FIRST_SEED = Number(process.env.SOAK_SEED ?? 1) % 1_000_000;
const LONG = 'Ordnung ist das halbe Leben. '.repeat(12);

type PartResponse = 'accepted' | 'refused' | 'busy' | 'nothing';

/** The SMSC's response to a part. */
interface Offer {
  readonly part: number;
  response: PartResponse;
}

/** Random numbers from 0 to below 1, repeatable by seed. */
function drawsOf(seed: number): () => number {
  const numbers = fc.sample(fc.noBias(fc.nat(999_999)), { seed, numRuns: 5_000 });
  let next = 0;
  return () => {
    next = (next + 1) % numbers.length;
    return (numbers[next] ?? 0) / 1_000_000;
  };
}

/** Sends all messages; returns the outcome of each, and the SMSC's record. */
async function sendThrough(seed: number) {
  const draw = drawsOf(seed);
  const carrier = await startProgrammableSmsc();
  const wire = await startHostileWire(carrier.port, drawsOf(seed + 1_000_000));
  const clock = createManualClock();
  const gateway = createSmppGateway({
    name: 'worst',
    clock,
    log: silentLog,
    random: draw,
    settings: smppSettings({ port: wire.port, window: 8 }),
    share: createSoleShare(clock),
  });
  const handlers = recordHandlers();
  const record = new Map<string, Offer[]>();
  const silent: Offer[] = [];
  let burst = 0;
  let accepted = 0;

  function decide({ to, part }: CarrierSubmission): CarrierAnswer {
    const offer: Offer = { part, response: 'nothing' };
    record.set(to, [...(record.get(to) ?? []), offer]);
    if (burst === 0 && draw() < 0.03) burst = 1 + Math.floor(draw() * 12);
    if (burst > 0) {
      burst -= 1;
      offer.response = 'busy';
      return 'throttle';
    }
    const luck = draw();
    if (luck < 0.04) {
      offer.response = 'refused';
      return 'refuse';
    }
    if (luck < 0.14) {
      silent.push(offer);
      return 'silence';
    }
    offer.response = 'accepted';
    accepted += 1;
    const providerId = `id${accepted}`;
    // Sent in this very turn, and so before the response. One draw per receipt, so that both sides consume the same numbers.
    const about = { providerId, phone: to, office: '+12125550100' };
    for (let receipts = Math.floor(draw() * 4); receipts > 0; receipts -= 1)
      void carrier.sendReceipt({ ...about, state: 'enroute' }).catch(() => undefined);
    return { accept: providerId };
  }

  function answerSilent() {
    const offer = silent.shift();
    if (offer === undefined) return;
    const luck = draw();
    offer.response = luck < 0.4 ? 'accepted' : luck < 0.7 ? 'busy' : 'refused';
    if (offer.response === 'accepted') carrier.answerNow({ accept: `late${draw()}` });
    else carrier.answerWithStatus(offer.response === 'busy' ? ESME_RMSGQFUL : ESME_RINVDSTADR);
  }

  const outcomes = new Map<string, SubmissionOutcome>();
  async function send(message: OutboundMessage) {
    for (;;) {
      const outcome = await submit(gateway, message);
      outcomes.set(message.reference, outcome);
      if (outcome.kind !== 'deferred') return;
      await clock.sleep(outcome.retryAfterMs);
    }
  }

  carrier.answerBy(decide);
  gateway.start(handlers);
  const messages = Array.from({ length: MESSAGES }, (_, index) =>
    shortMessage({
      to: `+1415555${String(1_000 + index)}`,
      reference: `m${index}`,
      ...(draw() < 0.5 && { text: LONG }),
    }),
  );
  let isOver = false;
  const all = Promise.all(messages.map(send)).then(() => {
    isOver = true;
  });
  for (let steps = 0; !isOver; steps += 1) {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(250);
    if (draw() < 0.04) answerSilent();
    if (draw() < 0.1) wire.release();
    if (steps > 2_000) wire.calm();
  }
  await all;
  while (silent.length > 0) answerSilent();
  const stopped = gateway.stop(1_000);
  for (let turn = 0; turn < 50; turn += 1) await clock.advance(250);
  await stopped;
  wire.close();
  await carrier.close();
  for (const { reference, outcome } of handlers.late) outcomes.set(reference, outcome);
  return { messages, record, outcomes, did: wire.done };
}

test('a carrier that does everything wrong is blamed only for what it refused', {
  timeout: 3_600_000,
}, async () => {
  const did = new Map<string, number>();
  const kinds = new Map<string, number>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    const result = await sendThrough(seed);
    for (const [kind, count] of result.did) did.set(kind, (did.get(kind) ?? 0) + count);
    const faults = result.messages.flatMap(({ to, reference }) => {
      const offers = result.record.get(to) ?? [];
      const outcome = result.outcomes.get(reference);
      kinds.set(outcome?.kind ?? 'none', (kinds.get(outcome?.kind ?? 'none') ?? 0) + 1);
      const acceptedParts = offers.filter(({ response }) => response === 'accepted');
      const isRefused = offers.some(({ response }) => response === 'refused');
      const where = `seed ${seed}, ${reference} ${JSON.stringify(offers)}: ${JSON.stringify(outcome)}`;
      const wrong: string[] = [];
      if (outcome?.kind === 'rejected' && !isRefused)
        wrong.push(`rejected, but nothing was refused: ${where}`);
      if (outcome?.kind === 'accepted' && (isRefused || acceptedParts.length !== outcome.parts.length))
        wrong.push(`accepted, but not every part was: ${where}`);
      // Promise 3.
      if (new Set(acceptedParts.map(({ part }) => part)).size !== acceptedParts.length)
        wrong.push(`a part accepted twice: ${where}`);
      return wrong;
    });
    expect(faults).toEqual([]);
  }
  // Every kind of fault and outcome must have occurred, or the test proves nothing.
  expect([...did.keys()].toSorted()).toEqual([
    'answer overtaken',
    'broken within an answer',
    'cut over segments',
    'late enquire_link_resp',
    'nack of an answer',
    'unbind',
  ]);
  expect([...kinds.keys()].toSorted()).toEqual(['accepted', 'rejected', 'unknown']);
});
