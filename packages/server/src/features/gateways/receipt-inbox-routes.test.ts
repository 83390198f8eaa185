/** The server around a receipt inbox: bytes and headers in, receipt committed, status out. */
import type { CarrierReceipt, ReceiptInbox } from '@textprobe/gateways/gateway-port';
import { expect, test } from 'vitest';
import { openTestServer } from '../../testing/test-server.ts';

const PATH = '/api/gateways/7/status';

/** Signed with its own length. */
const inbox: ReceiptInbox = {
  path: PATH,
  hasSignature: (headers) => headers['x-length'] !== undefined,
  async receive({ headers, body }, deliver) {
    if (headers['x-length'] !== String(body.length)) return 403;
    await deliver(receiptOf(Buffer.from(body).toString('utf8')));
    return 204;
  },
};

const { server } = await openTestServer({
  receiptInboxes: [{ gateway: { id: 7, name: 'provider' }, inbox }],
});

function receiptOf(id: string): CarrierReceipt {
  const facts = { recipient: null, state: 'delivered', error: null, at: Date.now() } as const;
  return { providerId: id, idVariants: [id], raw: id, ...facts };
}

function post(body: string, length = body.length): Promise<Response> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-length': String(length) };
  return server.visitor().send('POST', PATH, { body, headers, token: null });
}

test('Promise 1: a carrier needs no session, and gets its 2xx once the receipt is committed', async () => {
  const response = await post('MessageSid=SM1');
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
  const kept = await server.db.selectFrom('raw_receipts').select(['gateway_id', 'provider_id']).execute();
  expect(kept).toEqual([{ gateway_id: 7, provider_id: 'MessageSid=SM1' }]);
});

test('a forged receipt is refused, and other methods than POST are 404', async () => {
  expect((await post('MessageSid=SM2', 3)).status).toBe(403);
  expect((await server.visitor().send('GET', PATH)).status).toBe(404);
  const rows = await server.db
    .selectFrom('raw_receipts')
    .selectAll()
    .where('provider_id', 'like', '%SM2')
    .execute();
  expect(rows).toEqual([]);
});
