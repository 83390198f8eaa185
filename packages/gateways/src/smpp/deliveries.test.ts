import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { ESME_RMSGQFUL, ESME_ROK, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import type { DeliverSm } from '@textprobe/smpp/pdu';
import { expect, test, vi } from 'vitest';
import type { GatewayHandlers, IgnoredReceipt, ReceiptDone } from '../gateway-port.ts';
import { silentLog } from '../log.ts';
import { deliverSm } from '../testing/deliver-sm.ts';
import { createDeliveries } from './deliveries.ts';

const receipt = deliverSm({ shortMessage: Buffer.from('id:1 stat:DELIVRD') });

function set(onReceipt: GatewayHandlers['onReceipt']) {
  const notes: IgnoredReceipt[] = [];
  const log = { ...silentLog, info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const deliveries = createDeliveries({
    clock: createManualClock(),
    log,
    settings: { messageIds: 'learn', longReceipts: 'learn', unmarkedReceipts: false },
    onReceipt,
    onIgnored: (ignored) => void notes.push(ignored),
  });
  /** Resolves to the command_status of the response. */
  const receive = (pdu: DeliverSm) => new Promise<number>((resolve) => deliveries.receive(pdu, resolve));
  return { log, deliveries, receive };
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
