/** The fields that Wireshark must show for a PDU, with its names and its format of the values. */
import type { BindPdu, DataFields, MessageFields, Pdu } from '@textprobe/smpp/pdu';
import { definitionOf } from '@textprobe/smpp/pdu-definitions';

type Fields = Readonly<Record<string, string | undefined>>;

const byte = (value: number) => `0x${value.toString(16).padStart(2, '0')}`;
const word = (value: number) => `0x${(value >>> 0).toString(16).padStart(8, '0')}`;
const octets = (value: Buffer) => [...value].map((octet) => octet.toString(16).padStart(2, '0')).join(':');

/** Undefined: the field must be missing. */
export function expectedFields(pdu: Pdu): Fields {
  const { id, isResponse } = definitionOf(pdu.command);
  return {
    'smpp.command_id': word(id),
    'smpp.command_status': isResponse ? word(pdu.status) : undefined,
    'smpp.sequence_number': String(pdu.sequence),
    ...bodyOf(pdu),
  };
}

function bodyOf(pdu: Pdu): Fields {
  switch (pdu.command) {
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return bindFields(pdu);
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return { 'smpp.system_id': pdu.status === 0 ? pdu.systemId : undefined };
    case 'submit_sm':
    case 'deliver_sm':
      return messageFields(pdu);
    case 'data_sm':
      return dataFields(pdu);
    case 'alert_notification':
      return {
        ...sourceFields(pdu),
        'smpp.esme_addr_ton': byte(pdu.esmeAddrTon),
        'smpp.esme_addr_npi': byte(pdu.esmeAddrNpi),
        'smpp.esme_addr': pdu.esmeAddr,
      };
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
    case 'data_sm_resp':
      return { 'smpp.message_id': (pdu.status === 0 && pdu.messageId) || undefined };
    default:
      return { 'smpp.message_id': undefined, 'smpp.system_id': undefined };
  }
}

function bindFields(pdu: BindPdu): Fields {
  return {
    'smpp.system_id': pdu.systemId,
    'smpp.password': pdu.password,
    'smpp.system_type': pdu.systemType || undefined,
    'smpp.interface_version': String(pdu.interfaceVersion),
    'smpp.addr_ton': byte(pdu.addrTon),
    'smpp.addr_npi': byte(pdu.addrNpi),
    'smpp.address_range': pdu.addressRange || undefined,
  };
}

function messageFields(pdu: MessageFields): Fields {
  return {
    'smpp.service_type': pdu.serviceType || '(Default)',
    ...sourceFields(pdu),
    ...destinationFields(pdu),
    ...classFields(pdu),
    'smpp.protocol_id': byte(pdu.protocolId),
    'smpp.priority_flag': byte(pdu.priorityFlag),
    ...deliveryFields(pdu),
    'smpp.replace_if_present_flag': byte(pdu.replaceIfPresentFlag),
    'smpp.data_coding': byte(pdu.dataCoding),
    'smpp.sm_default_msg_id': String(pdu.smDefaultMsgId),
    'smpp.sm_length': String(pdu.shortMessage.length),
    'smpp.message': pdu.shortMessage.length > 0 ? octets(pdu.shortMessage) : undefined,
  };
}

const sourceFields = (
  pdu: Pick<MessageFields, 'sourceAddrTon' | 'sourceAddrNpi' | 'sourceAddr'>,
): Fields => ({
  'smpp.source_addr_ton': byte(pdu.sourceAddrTon),
  'smpp.source_addr_npi': byte(pdu.sourceAddrNpi),
  'smpp.source_addr': pdu.sourceAddr,
});

const destinationFields = (
  pdu: Pick<MessageFields, 'destAddrTon' | 'destAddrNpi' | 'destinationAddr'>,
): Fields => ({
  'smpp.dest_addr_ton': byte(pdu.destAddrTon),
  'smpp.dest_addr_npi': byte(pdu.destAddrNpi),
  'smpp.destination_addr': pdu.destinationAddr,
});

const classFields = ({ esmClass }: Pick<MessageFields, 'esmClass'>): Fields => ({
  'smpp.esm.submit.msg_mode': byte(esmClass & 0x03),
  'smpp.esm.submit.msg_type': byte((esmClass >> 2) & 0x0f),
  'smpp.esm.submit.features': byte(esmClass >> 6),
});

const deliveryFields = ({ registeredDelivery }: Pick<MessageFields, 'registeredDelivery'>): Fields => ({
  'smpp.regdel.receipt': byte(registeredDelivery & 0x03),
  'smpp.regdel.acks': byte((registeredDelivery >> 2) & 0x03),
  'smpp.regdel.notif': byte((registeredDelivery >> 4) & 0x01),
});

const dataFields = (pdu: DataFields): Fields => ({
  'smpp.service_type': pdu.serviceType || '(Default)',
  ...sourceFields(pdu),
  ...destinationFields(pdu),
  ...classFields(pdu),
  ...deliveryFields(pdu),
  'smpp.data_coding': byte(pdu.dataCoding),
});

/**
 * The tag and length of each optional parameter, in order, as Wireshark lists them. It ignores the body of an error response,
 * which has none in the standard.
 */
export function expectedParameters(pdu: Pdu): { tag: string; length: string }[] {
  const tlvs = 'tlvs' in pdu && pdu.status === 0 ? [...pdu.tlvs] : [];
  return tlvs.map(([tag, value]) => ({
    tag: `0x${tag.toString(16).padStart(4, '0')}`,
    length: String(value.length),
  }));
}
