/** Conformance tests for delivery receipts. */
import { expect, test } from 'vitest';
import { type Run, turnsUntil } from './running-gateway.ts';
import type { CarrierReceiptToSend } from './test-carrier.ts';

const receipt: CarrierReceiptToSend = {
  providerId: '00C0FFEE',
  state: 'delivered',
  phone: '+14155550123',
  office: '+12125550100',
};

export function describeReceipts(run: Run): void {
  test('a receipt is delivered with all its fields', async () => {
    const { carrier, handlers } = await run();
    expect(await carrier.sendReceipt(receipt)).toBe(true);
    expect(handlers.receipts).toMatchObject([
      {
        providerId: '00C0FFEE',
        recipient: expect.stringContaining(receipt.phone.slice(1)),
        state: 'delivered',
        error: null,
      },
    ]);
    expect(handlers.receipts[0]?.idVariants[0]).toBe('c0ffee');
    expect(handlers.receipts[0]?.raw).toContain('00C0FFEE');
  });

  test('a failure has an error text, and an intermediate state is not final', async () => {
    const { carrier, handlers } = await run();
    await carrier.sendReceipt({ ...receipt, state: 'enroute' });
    await carrier.sendReceipt({ ...receipt, state: 'undeliverable' });
    expect(handlers.receipts).toMatchObject([
      { state: 'enroute', error: null },
      { state: 'failed', error: expect.stringContaining('undeliverable') },
    ]);
  });

  test('a receipt is acknowledged only once it is committed', async () => {
    const { carrier, handlers } = await run();
    const commit = Promise.withResolvers<void>();
    const order: string[] = [];
    handlers.commitBy(() => commit.promise.then(() => void order.push('committed')));
    const acknowledged = carrier.sendReceipt(receipt).then((taken) => {
      order.push('acknowledged');
      return taken;
    });
    await handlers.until(() => handlers.receipts.length === 1);
    // Another receipt completes its round trip, so a premature acknowledgment would have arrived by now.
    handlers.commitBy(async () => {});
    expect(await carrier.sendReceipt({ ...receipt, providerId: 'other' })).toBe(true);
    commit.resolve();
    expect(await acknowledged).toBe(true);
    expect(order).toEqual(['committed', 'acknowledged']);
  });

  test('a receipt whose commit fails is requested again', async () => {
    const { carrier, handlers } = await run();
    handlers.commitBy(() => Promise.reject(new Error('the database is down')));
    expect(await carrier.sendReceipt(receipt)).toBe(false);
    handlers.commitBy(async () => {});
    expect(await carrier.sendReceipt(receipt)).toBe(true);
    expect(handlers.receipts).toHaveLength(2);
  });

  test('a stop waits for the commit of a receipt and acknowledges it', async () => {
    const { gateway, carrier, handlers, hasPermanentLink } = await run();
    const commit = Promise.withResolvers<void>();
    handlers.commitBy(() => commit.promise);
    const acknowledged = carrier.sendReceipt(receipt);
    await handlers.until(() => handlers.receipts.length === 1);
    const stopped = gateway.stop(5_000);
    commit.resolve();
    expect(await acknowledged).toBe(true);
    await stopped;
    if (hasPermanentLink) await turnsUntil(() => carrier.unbinds === 1);
  });
}
