/** Receipts of long messages as carriers really send them: over a real bind, with a real PostgreSQL. */
import { receiptStateFromRank } from '@textprobe/domain/ledger-states';
import { type ProgrammableSmsc, startProgrammableSmsc } from '@textprobe/gateways/testing/programmable-smsc';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { startSmppEngine } from '../testing/smpp-carrier.ts';
import { createWorld, type World } from '../testing/world.ts';

const LONG = 'Line of a long text. '.repeat(20);

let world: World;
let smsc: ProgrammableSmsc;
afterEach(async () => {
  await smsc.close();
  await world.close();
});

/** @param idOf a part, counted from 1, of the message to the phone with this number */
async function start(settings: object = {}, idOf = (phone: number, part: number) => `m${phone}p${part}`) {
  world = await createWorld({ phones: 10, evidence: 'receipt' });
  smsc = await startProgrammableSmsc();
  smsc.answerBy(({ to, part }) => ({ accept: idOf(Number(to.slice(-2)), part) }));
  return startSmppEngine(world, smsc, settings);
}

/** Sends a long text to some phones, numbered from 1. @returns how each message is reported */
async function send(phones: readonly number[]) {
  const phoneIds = phones.map((phone) => world.phoneIds[phone - 1] ?? 0);
  const testId = await world.createTest({ body: LONG, phoneIds });
  await world.until(async () => {
    const sent = (await world.messagesOf(testId)).filter((row) => row.submitted_at !== null);
    return sent.length === phones.length;
  });
  return async () => (await world.messagesOf(testId)).map((row) => receiptStateFromRank(row.receipt_state));
}

function report(phone: number, id: string, counts = 'sub:001 dlvrd:001'): Promise<number> {
  const shortMessage = Buffer.from(`id:${id} ${counts} stat:DELIVRD err:000 text:`);
  return smsc.deliver({
    esmClass: 0x04,
    sourceAddr: `1212555${String(phone).padStart(4, '0')}`,
    shortMessage,
  });
}

/** No second receipt has come for those that arrived so far. */
async function letTenMinutesPass(): Promise<void> {
  await sql`update gateway_long_receipts set first_receipts =
    array(select at - interval '10 minutes' from unnest(first_receipts) at)`.execute(world.db);
}

test('a receipt that counts all parts as delivered speaks for the whole message', async () => {
  await start();
  const states = await send([1]);
  await report(1, 'm1p1', 'sub:003 dlvrd:003');
  expect(await states()).toEqual(['delivered']);
});

test('a carrier that gives all parts one id reports the whole message under it', async () => {
  await start({}, (phone) => `m${phone}`);
  const states = await send([1]);
  await report(1, 'm1');
  expect(await states()).toEqual(['delivered']);
});

test.each(['m1p1', 'm1p3'])(
  'with one receipt for a long message configured, the receipt %s alone is enough',
  async (id) => {
    await start({ longReceipts: 'one' });
    const states = await send([1]);
    await report(1, id);
    expect(await states()).toEqual(['delivered']);
  },
);

test('that a carrier sends one receipt for a long message is learned, and unlearned with the first second receipt', async () => {
  await start();
  const eight = [1, 2, 3, 4, 5, 6, 7, 8];
  const first = await send(eight);
  for (const phone of eight) await report(phone, `m${phone}p3`);
  expect(new Set(await first())).toEqual(new Set(['enroute']));

  const tooEarly = await send([9]);
  await report(9, 'm9p3');
  expect(await tooEarly()).toEqual(['enroute']);

  await letTenMinutesPass();
  smsc.answerBy(({ to, part }) => ({ accept: `n${Number(to.slice(-2))}p${part}` }));
  const known = await send([1, 2]);
  await report(1, 'n1p3');
  expect(await known()).toEqual(['delivered', 'none']);

  await report(2, 'n2p1');
  await report(2, 'n2p2');
  const [unlearned] = await world.db.selectFrom('gateway_long_receipts').select('each_part').execute();
  expect(unlearned).toEqual({ each_part: true });
  smsc.answerBy(({ to, part }) => ({ accept: `o${Number(to.slice(-2))}p${part}` }));
  const again = await send([3]);
  await report(3, 'o3p1');
  expect(await again()).toEqual(['enroute']);
  await report(3, 'o3p2');
  await report(3, 'o3p3');
  expect(await again()).toEqual(['delivered']);
});

test('a carrier that sends a receipt for each part is not taken for one that sends a single one', async () => {
  await start();
  const eight = [1, 2, 3, 4, 5, 6, 7, 8];
  const states = await send(eight);
  for (const phone of eight) await report(phone, `m${phone}p1`);
  await report(8, 'm8p2');
  await letTenMinutesPass();
  const next = await send([9]);
  await report(9, 'm9p1');
  expect([...(await states()), ...(await next())]).toEqual(Array.from({ length: 9 }, () => 'enroute'));
});

test('Promise 1: a receipt in two parts is joined, even if the worker that took the first one is gone', async () => {
  const engine = await start();
  const testId = await world.createTest({ phoneIds: world.phoneIds.slice(0, 1) });
  await world.until(async () => ((await world.messagesOf(testId))[0]?.submitted_at ?? null) !== null);
  const text =
    'id:m1p1 sub:001 dlvrd:001 submit date:2611271200 done date:2611271201 stat:DELIVRD err:000 text:';
  const part = (number: number, of: string) => ({
    esmClass: 0x44,
    dataCoding: 8,
    sourceAddr: '12125550001',
    shortMessage: Buffer.concat([Buffer.of(5, 0, 3, 77, 2, number), Buffer.from(of, 'utf16le').swap16()]),
  });
  const cut = text.indexOf('IVRD');
  expect(await smsc.deliver(part(2, text.slice(cut)))).toBe(0);
  await engine.stop(1_000);
  await startSmppEngine(world, smsc);
  await smsc.bound();
  expect(await smsc.deliver(part(1, text.slice(0, cut)))).toBe(0);
  const [row] = await world.messagesOf(testId);
  expect(receiptStateFromRank(row?.receipt_state ?? 0)).toBe('delivered');
});
