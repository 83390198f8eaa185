import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { ESME_RMSGQFUL, ESME_ROK, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import type { DeliverSm } from '@textprobe/smpp/pdu';
import { expect, test, vi } from 'vitest';
import type { GatewayHandlers, IgnoredReceipt, ReceiptDone } from '../gateway-port.ts';
import { silentLog } from '../log.ts';
import { deliverSm } from '../testing/deliver-sm.ts';
import { createMemoryParts } from '../testing/memory-parts.ts';
import { createDeliveries } from './deliveries.ts';

const receipt = deliverSm({ shortMessage: Buffer.from('id:1 stat:DELIVRD') });

function set(onReceipt: GatewayHandlers['onReceipt'], parts = createMemoryParts()) {
  const notes: IgnoredReceipt[] = [];
  const log = { ...silentLog, info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const deliveries = createDeliveries({
    clock: createManualClock(),
    log,
    settings: { messageIds: 'learn', longReceipts: 'learn', unmarkedReceipts: false },
    onReceipt,
    receiptParts: () => parts,
    onIgnored: (ignored) => void notes.push(ignored),
  });
  /** Resolves to the command_status of the response. */
  const receive = (pdu: DeliverSm) => new Promise<number>((resolve) => deliveries.receive(pdu, resolve));
  return { log, deliveries, receive, notes };
}

test('a receipt that cannot be committed is answered ESME_RX_T_APPN, with the reason in the log', async () => {
  const { receive, log } = set((_receipt, done) => done(new Error('away')));
  expect(await receive(receipt)).toBe(ESME_RX_T_APPN);
  expect(log.error).toHaveBeenCalledOnce();
});

test('a handler that throws counts as a receipt that cannot be committed', async () => {
  const { receive, log } = set(() => {
    throw new Error('broken');
  });
  expect(await receive(receipt)).toBe(ESME_RX_T_APPN);
  expect(log.error).toHaveBeenCalledOnce();
});

test('Promise 1: a receipt is answered only when it is done, and once', async () => {
  const calls: ReceiptDone[] = [];
  const { deliveries } = set((_receipt, done) => void calls.push(done));
  const answers: number[] = [];
  deliveries.receive(receipt, (status) => answers.push(status));
  let isIdle = false;
  const idle = deliveries.idle().then(() => {
    isIdle = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([answers, isIdle]).toEqual([[], false]);
  calls[0]?.(null);
  calls[0]?.(new Error('too late'));
  await idle;
  expect(answers).toEqual([ESME_ROK]);
});

test('Promise 6: beyond 1,000 pending receipts the carrier gets a retryable error at once', async () => {
  const calls: ReceiptDone[] = [];
  const { receive } = set((_receipt, done) => void calls.push(done));
  const taken = Array.from({ length: 1_000 }, () => receive(receipt));
  expect(await receive(receipt)).toBe(ESME_RMSGQFUL);
  for (const done of calls.splice(0)) done(null);
  expect(new Set(await Promise.all(taken))).toEqual(new Set([ESME_ROK]));
  const next = receive(receipt);
  calls[0]?.(null);
  expect(await next).toBe(ESME_ROK);
});

test('a message from a phone is acknowledged and logged, without its text', async () => {
  const { receive, log } = set((_receipt, done) => done(new Error('never called')));
  const message = deliverSm({ esmClass: 0, shortMessage: Buffer.from('STOP') });
  expect(await receive(message)).toBe(ESME_ROK);
  const fields = { from: '14155550123', to: '12125550100', octets: 4 };
  expect(log.info).toHaveBeenCalledExactlyOnceWith(fields, expect.stringContaining('phone'));
});

test('a receipt without a message id is acknowledged, since a retry would not help', async () => {
  const { receive, log } = set((_receipt, done) => done(new Error('never called')));
  expect(await receive(deliverSm({ shortMessage: Buffer.from('stat:DELIVRD') }))).toBe(ESME_ROK);
  const fields = { from: '14155550123', to: '12125550100', octets: 12 };
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(fields, expect.stringContaining('receipt'));
});

test('Promise 1: each part of a receipt is answered only when it is stored, and the last when the receipt is committed', async () => {
  const store = createMemoryParts();
  const first = Promise.withResolvers<void>();
  let kept = 0;
  const calls: ReceiptDone[] = [];
  const { deliveries, log } = set((_receipt, done) => void calls.push(done), {
    ...store,
    async keep(part) {
      kept += 1;
      if (kept === 1) await first.promise;
      if (kept === 2) throw new Error('away');
      return store.keep(part);
    },
  });
  const answers: string[] = [];
  const part = (number: number, text: string) =>
    deliveries.receive(
      deliverSm({
        esmClass: 0x44,
        shortMessage: Buffer.concat([Buffer.of(5, 0, 3, 77, 2, number), Buffer.from(text)]),
      }),
      (status) => void answers.push(`${number}: ${status}`),
    );
  part(1, 'id:1 stat:DEL');
  await turns();
  expect(answers).toEqual([]);
  first.resolve();
  await vi.waitUntil(() => answers.length === 1);
  part(2, 'IVRD');
  await vi.waitUntil(() => answers.length === 2);
  expect(log.error).toHaveBeenCalledOnce();
  part(2, 'IVRD');
  await vi.waitUntil(() => calls.length === 1);
  expect(answers).toEqual([`1: ${ESME_ROK}`, `2: ${ESME_RX_T_APPN}`]);
  calls[0]?.(null);
  expect(answers[2]).toBe(`2: ${ESME_ROK}`);
});

const turns = () => new Promise((resolve) => setImmediate(resolve));
