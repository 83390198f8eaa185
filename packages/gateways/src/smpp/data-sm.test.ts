/** Carriers that use data_sm where others use deliver_sm. */
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { ESME_ROK, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { DataFields } from '@textprobe/smpp/pdu';
import { TAG_MESSAGE_PAYLOAD, TAG_MESSAGE_STATE, TAG_RECEIPTED_MESSAGE_ID } from '@textprobe/smpp/tlv';
import { expect, test } from 'vitest';
import { endsWithTest, startRig } from '../testing/running-gateway.ts';
import { setUpSmpp, smppSettings } from '../testing/smpp-rig.ts';
import { probeSmpp } from './probe.ts';

const run = async (settings: Record<string, unknown> = {}) =>
  startRig(endsWithTest(await setUpSmpp(settings)));

const addresses = { sourceAddrTon: 1, sourceAddr: '14155550123', destinationAddr: '12125550100' };

/** A receipt in optional parameters only. */
const bareReceipt = (messageId: string, state: number): Partial<DataFields> => ({
  ...addresses,
  esmClass: 4,
  tlvs: new Map([
    [TAG_RECEIPTED_MESSAGE_ID, Buffer.from(`${messageId}\0`)],
    [TAG_MESSAGE_STATE, Buffer.of(state)],
  ]),
});

/** The text of a receipt in message_payload, since data_sm has no short_message. */
function textReceipt(messageId: string): Partial<DataFields> {
  const receipt = formatDeliveryReceipt({
    messageId,
    state: 'undeliverable',
    submittedAt: 0,
    doneAt: 60_000,
    error: '027',
    withTlvs: false,
  });
  const tlvs = new Map([[TAG_MESSAGE_PAYLOAD, receipt.shortMessage]]);
  return { ...addresses, esmClass: receipt.esmClass, dataCoding: receipt.dataCoding, tlvs };
}

test('a receipt in data_sm is read from its parameters, and acknowledged', async () => {
  const { carrier, handlers } = await run();
  expect(await carrier.deliverData(bareReceipt('00C0FFEE', 2))).toBe(ESME_ROK);
  expect(handlers.receipts).toMatchObject([
    {
      providerId: '00C0FFEE',
      recipient: '14155550123',
      state: 'delivered',
      error: null,
      raw: 'receipted_message_id=00C0FFEE message_state=2',
    },
  ]);
  expect(handlers.receipts[0]?.idVariants).toContain('c0ffee');
});

test('a receipt with its text in message_payload is read from that, on any bind', async () => {
  const { carrier, handlers } = await run({ bind: 'pair' });
  await carrier.boundTimes(2);
  const which = carrier.modes.indexOf('receiver');
  expect(await carrier.deliverData(textReceipt('ab12'), which)).toBe(ESME_ROK);
  expect(handlers.receipts).toMatchObject([
    { providerId: 'ab12', state: 'failed', error: expect.stringMatching(/UNDELIV.*027/) },
  ]);
});

test('Promise 5: the same receipt in data_sm and in deliver_sm yields the same result', async () => {
  const { carrier, handlers } = await run();
  const receipt = formatDeliveryReceipt({ messageId: '7', state: 'delivered', submittedAt: 0, doneAt: 0 });
  await carrier.deliver({ ...addresses, ...receipt });
  const { shortMessage: text, tlvs, ...fields } = receipt;
  await carrier.deliverData({
    ...addresses,
    ...fields,
    tlvs: new Map([...tlvs, [TAG_MESSAGE_PAYLOAD, text]]),
  });
  const [byDeliver, byData] = handlers.receipts;
  expect(byData).toEqual(byDeliver);
  expect(byData?.raw).toContain('stat:DELIVRD');
});

test('during a probe a receipt in data_sm gets a retryable error, so that another bind receives it', async () => {
  const { carrier } = await run();
  const probing = probeSmpp(smppSettings({ port: carrier.port }), {
    clock: createManualClock(),
    withinMs: 10_000,
  });
  await carrier.boundTimes(2);
  const answered = carrier.deliverData(bareReceipt('3', 2), 1);
  expect(await probing).toMatchObject({ ok: true });
  expect(await answered).toBe(ESME_RX_T_APPN);
});
