/** Receipts that write the phone's number in other ways than it was sent to: over a real bind, with a real PostgreSQL. */
import { receiptStateFromRank } from '@textprobe/domain/ledger-states';
import { type ProgrammableSmsc, startProgrammableSmsc } from '@textprobe/gateways/testing/programmable-smsc';
import { afterEach, expect, test } from 'vitest';
import { startSmppEngine } from '../testing/smpp-carrier.ts';
import { createWorld, type World } from '../testing/world.ts';

const OFFICE = '+14155550001';
const ESM_RECEIPT = 0x04;

let world: World;
let smsc: ProgrammableSmsc;
afterEach(async () => {
  await smsc.close();
  await world.close();
});

/** Sends a message to each phone; all are answered. */
async function sendTo(...phones: string[]) {
  world = await createWorld({ phones: phones.length, evidence: 'receipt' });
  for (const [index, id] of world.phoneIds.entries()) {
    const number = { phone_number: phones[index] ?? '' };
    await world.db.updateTable('test_phones').set(number).where('id', '=', id).execute();
  }
  smsc = await startProgrammableSmsc();
  smsc.answerBy(({ to }) => ({ accept: `id-${to}` }));
  await startSmppEngine(world, smsc);
  const testId = await world.createTest();
  const states = async () =>
    (await world.messagesOf(testId)).map((row) => receiptStateFromRank(row.receipt_state));
  await world.until(async () => {
    const answered = (await world.messagesOf(testId)).filter((row) => row.submitted_at !== null);
    return answered.length === phones.length;
  });
  return states;
}

interface Address {
  readonly ton: number;
  readonly digits: string;
}

function deliverReceipt(phone: string, source: Address, destination: Address): Promise<number> {
  return smsc.deliver({
    esmClass: ESM_RECEIPT,
    sourceAddrTon: source.ton,
    sourceAddrNpi: 1,
    sourceAddr: source.digits,
    destAddrTon: destination.ton,
    destAddrNpi: 1,
    destinationAddr: destination.digits,
    shortMessage: Buffer.from(`id:id-${phone} sub:001 dlvrd:001 stat:DELIVRD err:000 text:`),
  });
}

const fromOffice = { ton: 1, digits: OFFICE.slice(1) };

const written: readonly (readonly [string, number, string])[] = [
  ['+6591234568', 0, '6591234568'],
  ['+4791234567', 0, '4791234567'],
  ['+4520123456', 0, '4520123456'],
  ['+919876543210', 0, '9876543210'],
  ['+919876543211', 1, '9876543211'],
  ['+919876543212', 2, '09876543212'],
  ['+19195550123', 1, '9195550123'],
  ['+16155550123', 1, '6155550123'],
  ['+13175550123', 2, '3175550123'],
  ['+447700900125', 2, '7700900125'],
  ['+447700900126', 0, '07700900126'],
  ['+447700900127', 1, '+447700900127'],
  ['+447700900128', 0, '00447700900128'],
  ['+79161234567', 2, '89161234567'],
  ['+525512345678', 1, '5215512345678'],
];

test('a receipt that writes the phone without country, plus or type finds its message', async () => {
  const states = await sendTo(...written.map(([phone]) => phone));
  for (const [phone, ton, digits] of written)
    expect(await deliverReceipt(phone, { ton, digits }, fromOffice)).toBe(0);
  expect(await states()).toEqual(written.map(() => 'delivered'));
});

test('a receipt with source and destination not swapped finds its message, with or without the phone', async () => {
  const phones = ['+6591234568', '+12125550001', '+12125550002'];
  const states = await sendTo(...phones);
  const [abroad = '', atHome = '', unnamed = ''] = phones;
  await deliverReceipt(abroad, fromOffice, { ton: 0, digits: '6591234568' });
  await deliverReceipt(atHome, { ton: 2, digits: '4155550001' }, { ton: 2, digits: '2125550001' });
  await deliverReceipt(unnamed, fromOffice, { ton: 0, digits: '' });
  expect(await states()).toEqual(phones.map(() => 'delivered'));
});

test('a receipt that names another phone is not matched by its id', async () => {
  const phones = ['+6591234568', '+16591234568'];
  const states = await sendTo(...phones);
  const other = { ton: 0, digits: '6591234567' };
  for (const phone of phones) {
    await deliverReceipt(phone, other, fromOffice);
    await deliverReceipt(phone, fromOffice, other);
  }
  expect(await states()).toEqual(['none', 'none']);
});
