/** Kannel's bearerbox as a client of our SMSC. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierLab } from '@textprobe/carrier-lab/lab';
import { LOGIN, OFFICE, PHONES, startLab, startServer } from './carrier-side.ts';
import { recordFigure } from './figures.ts';
import { hasKannel } from './foreign-programs.ts';
import { measureIdleShare } from './idle-share.ts';
import { flood } from './kannel/flood.ts';
import { type Kannel, startKannel } from './kannel/kannel.ts';
import { waitUntil } from './wait-until.ts';

const WINDOW = 10;
const COUNT = 10_000;
/** A receipt in the same write as its response stalls Kannel at 330 messages a second, while the machine is idle. */
const MIN_PER_SECOND = 1_000;
/** Below this idle share the machine is busy, which is another reason to be slow. */
const MAX_IDLE_WHEN_BUSY = 0.2;
const phones = PHONES.map(({ phoneNumber }) => phoneNumber);

function expectNoStall(perSecond: number, idle: number): void {
  if (perSecond > MIN_PER_SECOND) return;
  expect(idle, `${perSecond} messages a second, with idle CPUs`).toBeLessThan(MAX_IDLE_WHEN_BUSY);
}

describe.skipIf(!hasKannel)('the carrier lab and Kannel', () => {
  let lab: CarrierLab;
  let kannel: Kannel;

  beforeAll(async () => {
    lab = await startLab();
    kannel = await startKannel({ smsc: lab.smpp, window: WINDOW });
  });
  afterAll(async () => {
    await kannel?.stop();
    await lab?.stop();
  });

  it(`move ${COUNT} messages and their receipts at window ${WINDOW} without a stall`, async () => {
    const before = await kannel.status();
    const idleShare = measureIdleShare();
    const ms = await flood(kannel, { from: OFFICE, phones, count: COUNT, text: 'Hello' });
    const idle = idleShare();
    const perSecond = Math.round(COUNT / (ms / 1_000));
    recordFigure(`Kannel 1.4.5 at window ${WINDOW}: ${perSecond} messages a second, receipts included.`);
    const after = await kannel.status();
    expect(after.sent - before.sent).toBe(COUNT);
    expect(after.failed).toBe(0);
    expect(after.awaited).toBe(0);
    expect(lab.stats().receipts).toMatchObject({ retried: 0, dropped: 0, waiting: 0 });
    expectNoStall(perSecond, idle);
  });

  it.each([
    ['GSM 03.38', 'Grüße {€} [~] ^ \\ | £ Ça', false, 1],
    ['GSM 03.38 in parts', `${'€[x] '.repeat(60)}end`, false, 4],
    ['UCS-2', 'Здравствуйте 😀', true, 1],
    ['UCS-2 in parts', 'Здравствуйте 😀 '.repeat(10), true, 3],
  ])('agree on a text in %s', async (_coding, text, isUcs2, parts) => {
    const before = lab.submissions().length;
    await kannel.send({ from: OFFICE, to: phones.slice(0, 1), text, isUcs2 });
    const arrived = await waitUntil('the parts', () => {
      const added = lab.submissions().slice(before);
      return added.length === parts ? added : undefined;
    });
    const inOrder = arrived.toSorted((a, b) => a.part - b.part);
    expect(inOrder.map(({ text: piece }) => piece).join('')).toBe(text);
    expect(inOrder.map(({ part, total }) => [part, total])).toEqual(
      Array.from({ length: parts }, (_, index) => [index + 1, parts]),
    );
  });
});

describe.skipIf(!hasKannel)('a server of the SMPP library and Kannel', () => {
  it(`move ${COUNT} messages and their receipts at window ${WINDOW} without a stall`, async () => {
    const server = await startServer();
    const smsc = { host: '127.0.0.1', port: server.port, ...LOGIN };
    const kannel = await startKannel({ smsc, window: WINDOW });
    try {
      const idleShare = measureIdleShare();
      const ms = await flood(kannel, { from: OFFICE, phones, count: COUNT, text: 'Hello' });
      const idle = idleShare();
      const perSecond = Math.round(COUNT / (ms / 1_000));
      recordFigure(`The same with a server of the SMPP library alone: ${perSecond} messages a second.`);
      expect(await kannel.status()).toMatchObject({ sent: COUNT, failed: 0, awaited: 0 });
      expectNoStall(perSecond, idle);
    } finally {
      await kannel.stop();
      await server.close();
    }
  });
});

describe.skipIf(!hasKannel)('the carrier lab', () => {
  it('refuses Kannel with a wrong password, and accepts it with the right one', async () => {
    const lab = await startLab();
    try {
      const refused = startKannel({ smsc: { ...lab.smpp, password: 'wrong' }, window: WINDOW }, 2_000);
      await expect(refused).rejects.toThrow('Kannel did not start');
      const kannel = await startKannel({ smsc: { ...lab.smpp, ...LOGIN }, window: WINDOW });
      await kannel.stop();
    } finally {
      await lab.stop();
    }
  });
});
