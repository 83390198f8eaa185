/** Receipts in virtual time, over sessions that answer as the test says. */
import { ESME_ROK, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import type { MessageFields } from '@textprobe/smpp/pdu';
import type { SmppServerSession } from '@textprobe/smpp/server';
import { SmppError } from '@textprobe/smpp/smpp-error';
import { createManualClock } from '@textprobe/smpp/testing/manual-clock';
import { describe, expect, it, vi } from 'vitest';
import { createReceiptSender, type ReceiptWatch } from './receipt-sender.ts';
import { createSchedule } from './schedule.ts';
import { createRecordingLog } from './testing/recording-log.ts';

interface FakeSession extends SmppServerSession {
  readonly got: string[];
  end(): void;
}

/**
 * A session whose peer answers each receipt with the next of `statuses`, then ESME_ROK; null: it disconnects instead; an error:
 * the request fails with it.
 */
function fakeSession(
  mode: SmppServerSession['mode'],
  statuses: (number | null | SmppError)[] = [],
): FakeSession {
  const closed = Promise.withResolvers<{ reason: string }>();
  let isOpen = true;
  const session = {
    mode,
    got: [] as string[],
    closed: closed.promise,
    get isOpen() {
      return isOpen;
    },
    end() {
      isOpen = false;
      closed.resolve({ reason: 'test' });
    },
    async deliverSm(fields: Partial<MessageFields>) {
      session.got.push(String(fields.shortMessage));
      const status = statuses.length > 0 ? statuses.shift() : ESME_ROK;
      if (status instanceof SmppError) throw status;
      if (status !== null) return { status };
      session.end();
      throw new SmppError('closed', 'hung up', { written: true });
    },
  };
  return session as unknown as FakeSession;
}

function createSender(maxWaiting?: number) {
  const clock = createManualClock();
  const log = createRecordingLog();
  const schedule = createSchedule(clock);
  const options = { schedule, log, onSettled: () => {} };
  const sender = createReceiptSender(maxWaiting === undefined ? options : { ...options, maxWaiting });
  const send = (text: string, watch?: ReceiptWatch) =>
    sender.send({ command: 'deliver_sm', fields: { shortMessage: Buffer.from(text) } }, watch);
  /** Advances ticks and milliseconds until nothing is in flight. */
  async function settle(): Promise<void> {
    do {
      await new Promise(setImmediate);
      clock.advance(1);
    } while (sender.isBusy);
  }
  return { clock, log, schedule, sender, send, settle };
}

describe('receipt sender', () => {
  it('queues receipts until a receiver binds', async () => {
    const { sender, send, settle } = createSender();
    const transmitter = fakeSession('transmitter');
    sender.attach(transmitter);
    send('a');
    send('b');
    expect(sender.isBusy).toBe(false);
    expect(sender.stats().waiting).toBe(2);
    const receiver = fakeSession('receiver');
    sender.attach(receiver);
    await settle();
    expect(sender.stats().acknowledged).toBe(2);
    expect(receiver.got).toEqual(['a', 'b']);
    expect(transmitter.got).toEqual([]);
    expect(sender.isBusy).toBe(false);
  });

  it('never sends in the same tick, in which answers may be written', async () => {
    const { sender, send } = createSender();
    const session = fakeSession('transceiver');
    sender.attach(session);
    send('a');
    await Promise.resolve();
    expect(session.got).toEqual([]);
    await new Promise(setImmediate);
    expect(session.got).toEqual(['a']);
  });

  it('spreads many over milliseconds, a quarter of the queue at a time, in order', async () => {
    const { clock, schedule, sender, send } = createSender();
    const session = fakeSession('transceiver');
    sender.attach(session);
    for (let n = 1; n <= 16; n += 1) send(String(n));
    const seen: number[] = [];
    do {
      await new Promise(setImmediate);
      seen.push(session.got.length);
      expect(schedule.size).toBe(session.got.length < 16 ? 1 : 0);
      clock.advance(1);
    } while (session.got.length < 16);
    expect(seen.slice(0, 4)).toEqual([4, 7, 10, 12]);
    expect(session.got).toEqual(Array.from({ length: 16 }, (_, index) => String(index + 1)));
  });

  it('drops the oldest when the queue is full, and logs it once', async () => {
    const { log, sender, send, settle } = createSender(2);
    for (const text of ['a', 'b', 'c', 'd']) send(text);
    expect(sender.stats()).toMatchObject({ waiting: 2, dropped: 2 });
    expect(log.complaints).toHaveLength(1);
    const session = fakeSession('transceiver');
    sender.attach(session);
    await settle();
    expect(session.got).toEqual(['c', 'd']);
  });

  it('uses the receiving sessions round-robin', async () => {
    const { sender, send, settle } = createSender();
    const [a, b] = [fakeSession('transceiver'), fakeSession('receiver')];
    sender.attach(a);
    sender.attach(b);
    for (const text of ['1', '2', '3', '4']) send(text);
    await settle();
    expect([a.got.length, b.got.length]).toEqual([2, 2]);
  });

  it('retries refused receipts with growing delays, then drops them', async () => {
    const { clock, log, schedule, sender, send } = createSender();
    const session = fakeSession(
      'transceiver',
      Array.from({ length: 5 }, () => ESME_RX_T_APPN),
    );
    sender.attach(session);
    send('a');
    for (const [tries, delay] of [1_000, 5_000, 15_000, 30_000].entries()) {
      await vi.waitFor(() => expect(schedule.size).toBe(1), { timeout: 15_000 });
      expect(session.got).toHaveLength(tries + 1);
      clock.advance(delay - 1);
      expect(schedule.size).toBe(1);
      clock.advance(1);
    }
    await vi.waitFor(
      () => expect(sender.stats()).toMatchObject({ retried: 4, dropped: 1, acknowledged: 0 }),
      { timeout: 15_000 },
    );
    expect(log.complaints).toEqual(['dropping a receipt that was refused too often']);
  });

  it('keeps receipts in flight on a closed session for the next one', async () => {
    const { sender, send } = createSender();
    sender.attach(fakeSession('transceiver', [null]));
    send('a');
    await vi.waitFor(() => expect(sender.isBusy).toBe(false), { timeout: 15_000 });
    const next = fakeSession('transceiver');
    sender.attach(next);
    await vi.waitFor(
      () => expect(sender.stats()).toMatchObject({ acknowledged: 1, retried: 0, waiting: 0 }),
      { timeout: 15_000 },
    );
    expect(next.got).toEqual(['a']);
  });

  it('reports each attempt with its link and outcome, and when there are no more', async () => {
    const { clock, schedule, sender, send } = createSender();
    const outcomes: string[] = [];
    const watch: ReceiptWatch = {
      tried: (link) => (outcome) => outcomes.push(`${link} ${outcome}`),
      dropped: () => outcomes.push('dropped'),
    };
    const error = (reason: 'timeout' | 'closed', written: boolean) => new SmppError(reason, '', { written });
    sender.attach(fakeSession('transceiver', [null]));
    send('a', watch);
    await vi.waitFor(() => expect(outcomes).toHaveLength(1), { timeout: 15_000 });
    const second = [error('closed', false), ESME_RX_T_APPN, error('timeout', true), ESME_RX_T_APPN];
    sender.attach(fakeSession('transceiver', [...second, ESME_RX_T_APPN]));
    for (const [tries, delay] of [1_000, 5_000, 15_000, 30_000].entries()) {
      await vi.waitFor(() => expect(outcomes).toHaveLength(tries + 2), { timeout: 15_000 });
      await vi.waitFor(() => expect(schedule.size).toBe(1), { timeout: 15_000 });
      clock.advance(delay);
    }
    await vi.waitFor(() => expect(outcomes.at(-1)).toBe('dropped'), { timeout: 15_000 });
    expect(outcomes).toEqual([
      '1 link cut',
      '2 unsent',
      '2 refused',
      '2 unanswered',
      '2 refused',
      '2 refused',
      'dropped',
    ]);
  });
});
