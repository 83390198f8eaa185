import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { ESME_RMSGQFUL, ESME_ROK, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import { expect, test, vi } from 'vitest';
import { silentLog } from '../log.ts';
import { deliverSm } from '../testing/deliver-sm.ts';
import { createDeliveries } from './deliveries.ts';

const receipt = deliverSm({ shortMessage: Buffer.from('id:1 stat:DELIVRD') });

function set(onReceipt: () => Promise<void>) {
  const log = { ...silentLog, info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  return {
    log,
    deliveries: createDeliveries({ clock: createManualClock(), log, messageIds: 'learn', onReceipt }),
  };
}

test('a receipt that cannot be committed is answered ESME_RX_T_APPN, with the reason in the log', async () => {
  const { deliveries, log } = set(() => Promise.reject(new Error('away')));
  expect(await deliveries.receive(receipt)).toBe(ESME_RX_T_APPN);
  expect(log.error).toHaveBeenCalledOnce();
});

test('Promise 6: beyond 1,000 receipts at a time the carrier is told to come again, at once', async () => {
  const commit = Promise.withResolvers<void>();
  const { deliveries } = set(() => commit.promise);
  const taken = Array.from({ length: 1_000 }, () => deliveries.receive(receipt));
  expect(await deliveries.receive(receipt)).toBe(ESME_RMSGQFUL);
  commit.resolve();
  expect(new Set(await Promise.all(taken))).toEqual(new Set([ESME_ROK]));
  expect(await deliveries.receive(receipt)).toBe(ESME_ROK);
});

test('a message from a phone is acknowledged and told in the log, without its words', async () => {
  const { deliveries, log } = set(() => Promise.reject(new Error('never called')));
  const message = deliverSm({ esmClass: 0, shortMessage: Buffer.from('STOP') });
  expect(await deliveries.receive(message)).toBe(ESME_ROK);
  const told = { from: '14155550123', to: '12125550100', octets: 4 };
  expect(log.info).toHaveBeenCalledExactlyOnceWith(told, expect.stringContaining('phone'));
});

test('a receipt that names no message is acknowledged, since asking again would not mend it', async () => {
  const { deliveries, log } = set(() => Promise.reject(new Error('never called')));
  expect(await deliveries.receive(deliverSm({ shortMessage: Buffer.from('stat:DELIVRD') }))).toBe(ESME_ROK);
  const told = { from: '14155550123', to: '12125550100', octets: 12 };
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(told, expect.stringContaining('receipt'));
});
