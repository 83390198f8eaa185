/** PDUs of the requests other than submit_sm and deliver_sm, and their responses, in all our variations. */
import { ESME_RINVMSGID } from '@textprobe/smpp/command-status';
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import { tlvsOf } from '@textprobe/smpp/named-tlvs';
import { addresses, buildPdu, type WrittenPdu } from './build-pdu.ts';

const source = {
  sourceAddrTon: addresses.sourceAddrTon,
  sourceAddrNpi: addresses.sourceAddrNpi,
  sourceAddr: addresses.sourceAddr,
};
const ids = ['1', 'ffffffff', 'x'.repeat(64)];
const LONGEST_ADDRESS = '1'.repeat(64);

function dataPdus(): WrittenPdu[] {
  const receipt = formatDeliveryReceipt({
    messageId: 'ab12',
    state: 'expired',
    submittedAt: 0,
    doneAt: 60_000,
  });
  const { shortMessage: words, ...fields } = receipt;
  const hello = tlvsOf({ messagePayload: Buffer.from('Hello') });
  return [
    {
      pdu: buildPdu('data_sm', { ...addresses, registeredDelivery: 1, tlvs: hello }),
      sees: payloadOf('Hello'),
    },
    {
      pdu: buildPdu('data_sm', {
        ...addresses,
        serviceType: 'CMT',
        dataCoding: 8,
        esmClass: 0x80,
        tlvs: hello,
      }),
    },
    {
      pdu: buildPdu('data_sm', {
        sourceAddr: LONGEST_ADDRESS,
        destinationAddr: LONGEST_ADDRESS,
        tlvs: hello,
      }),
    },
    {
      pdu: buildPdu('data_sm', {
        ...addresses,
        ...fields,
        tlvs: new Map([...fields.tlvs, ...tlvsOf({ messagePayload: words })]),
      }),
      sees: { ...payloadOf(String(words)), 'smpp.receipted_message_id': 'ab12', 'smpp.message_state': '3' },
    },
    {
      pdu: buildPdu('data_sm', {
        ...addresses,
        esmClass: 4,
        tlvs: tlvsOf({ receiptedMessageId: 'ab12', messageState: 2 }),
      }),
    },
    ...ids.map((messageId) => ({ pdu: buildPdu('data_sm_resp', { messageId }) })),
    {
      pdu: buildPdu('data_sm_resp', {
        messageId: 'm',
        tlvs: tlvsOf({ deliveryFailureReason: 1, dpfResult: 1 }),
      }),
    },
    { pdu: buildPdu('data_sm_resp') },
    { pdu: buildPdu('data_sm_resp', { status: ESME_RINVMSGID }) },
  ];
}

const payloadOf = (text: string) => ({
  'smpp.message_payload': [...Buffer.from(text)]
    .map((octet) => octet.toString(16).padStart(2, '0'))
    .join(':'),
});

function notices(): WrittenPdu[] {
  const esme = { esmeAddrTon: 1, esmeAddrNpi: 1, esmeAddr: '12025550100' };
  return [
    { pdu: buildPdu('alert_notification', { ...source, ...esme }) },
    {
      pdu: buildPdu('alert_notification', { ...source, ...esme, tlvs: tlvsOf({ msAvailabilityStatus: 1 }) }),
      sees: { 'smpp.ms_availability_status': '1' },
    },
  ];
}

export const writtenRequests = (): WrittenPdu[] => [...dataPdus(), ...notices()];
