/** Every optional parameter of the standard, alone and all together, with Wireshark's format of its value. */
import { tlvsOf } from '@textprobe/smpp/named-tlvs';
import { type TlvName, type TlvValues, tlvDefinitions } from '@textprobe/smpp/tlv-definitions';
import { addresses, buildPdu, type WrittenPdu } from './build-pdu.ts';

/** The value to write, and Wireshark's fields for it. */
const parameters: {
  readonly [Name in TlvName]: readonly [TlvValues[Name], Readonly<Record<string, string>>];
} = {
  destAddrSubunit: [1, { 'smpp.dest_addr_subunit': '0x01' }],
  destNetworkType: [2, { 'smpp.dest_network_type': '0x02' }],
  destBearerType: [3, { 'smpp.dest_bearer_type': '0x03' }],
  destTelematicsId: [0x0405, { 'smpp.dest_telematics_id': '0x0405' }],
  sourceAddrSubunit: [4, { 'smpp.source_addr_subunit': '0x04' }],
  sourceNetworkType: [5, { 'smpp.source_network_type': '0x05' }],
  sourceBearerType: [6, { 'smpp.source_bearer_type': '0x06' }],
  sourceTelematicsId: [7, { 'smpp.source_telematics_id': '0x07' }],
  qosTimeToLive: [3_600, { 'smpp.qos_time_to_live': '3600' }],
  payloadType: [1, { 'smpp.payload_type': '1' }],
  additionalStatusInfoText: ['no such phone', { 'smpp.additional_status_info_text': 'no such phone' }],
  receiptedMessageId: ['AB12', { 'smpp.receipted_message_id': 'AB12' }],
  msMsgWaitFacilities: [0x83, { 'smpp.msg_wait.ind': '0x01', 'smpp.msg_wait.type': '0x03' }],
  privacyIndicator: [2, { 'smpp.privacy_indicator': '2' }],
  sourceSubaddress: [Buffer.of(0xa0, 1, 2), { 'smpp.source_subaddress': 'a0:01:02' }],
  destSubaddress: [Buffer.of(0x88, 3), { 'smpp.dest_subaddress': '88:03' }],
  userMessageReference: [0x1234, { 'smpp.user_message_reference': '0x1234' }],
  userResponseCode: [9, { 'smpp.user_response_code': '0x09' }],
  sourcePort: [2_948, { 'smpp.source_port': '0x0b84' }],
  destinationPort: [49_999, { 'smpp.destination_port': '0xc34f' }],
  sarMsgRefNum: [263, { 'smpp.sar_msg_ref_num': '263' }],
  languageIndicator: [3, { 'smpp.language_indicator': '3' }],
  sarTotalSegments: [2, { 'smpp.sar_total_segments': '2' }],
  sarSegmentSeqnum: [1, { 'smpp.sar_segment_seqnum': '1' }],
  scInterfaceVersion: [0x34, { 'smpp.SC_interface_version': '52' }],
  callbackNumPresInd: [0x05, { 'smpp.callback_num.pres': '0x01', 'smpp.callback_num.scrn': '0x01' }],
  callbackNumAtag: [Buffer.of(0, 0x41, 0x42), {}],
  numberOfMessages: [99, { 'smpp.number_of_messages': '99' }],
  callbackNum: [Buffer.from('\x01\x01\x0112025550100', 'latin1'), {}],
  dpfResult: [1, { 'smpp.dpf_result': '1' }],
  setDpf: [1, { 'smpp.set_dpf': '1' }],
  msAvailabilityStatus: [2, { 'smpp.ms_availability_status': '2' }],
  networkErrorCode: [
    { network: 3, code: 8 },
    { 'smpp.network_error.type': '3', 'smpp.network_error.code': '0x0008' },
  ],
  messagePayload: [Buffer.from('hello'), { 'smpp.message_payload': '68:65:6c:6c:6f' }],
  deliveryFailureReason: [3, { 'smpp.delivery_failure_reason': '3' }],
  moreMessagesToSend: [1, { 'smpp.more_messages_to_send': '1' }],
  messageState: [5, { 'smpp.message_state': '5' }],
  ussdServiceOp: [17, { 'smpp.ussd_service_op': '17' }],
  displayTime: [1, { 'smpp.display_time': '1' }],
  smsSignal: [0x0203, { 'smpp.sms_signal': '0x0203' }],
  msValidity: [2, { 'smpp.ms_validity': '2' }],
  alertOnMessageDelivery: [1, { 'smpp.alert_on_message_delivery_type': '1' }],
  itsReplyType: [4, { 'smpp.its_reply_type': '4' }],
  itsSessionInfo: [
    { session: 7, sequence: 5, isLast: true },
    { 'smpp.its_session.number': '7', 'smpp.its_session.sequence': '0x05', 'smpp.its_session.ind': '0x01' },
  ],
};
const names = Object.keys(tlvDefinitions) as TlvName[];

/** Each parameter in a data_sm of its own, all in another one, and a vendor-specific one. */
export function writtenParameters(): WrittenPdu[] {
  const all = Object.fromEntries(names.map((name) => [name, parameters[name][0]])) as unknown as TlvValues;
  return [
    ...names.map((name) => {
      const [value, sees] = parameters[name];
      return { pdu: buildPdu('data_sm', { ...addresses, tlvs: tlvsOf({ [name]: value }) }), sees };
    }),
    {
      pdu: buildPdu('data_sm', { ...addresses, tlvs: tlvsOf(all) }),
      sees: Object.assign({}, ...names.map((name) => parameters[name][1])) as Record<string, string>,
    },
    { pdu: buildPdu('data_sm', { ...addresses, tlvs: tlvsOf({ alertOnMessageDelivery: 0 }) }) },
    {
      pdu: buildPdu('data_sm', { ...addresses, tlvs: tlvsOf({}, [[0x1401, Buffer.of(9, 9)]]) }),
      sees: { 'smpp.vendor_op': '09:09' },
    },
  ];
}
