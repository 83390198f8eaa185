/**
 * All optional parameters of SMPP 3.4 (section 5.3.2): tag, name in the standard, type and length of the value. Unknown tags
 * are carried unchanged.
 */
import { alert, integer, itsSession, networkError, octets, type TlvKind, text } from './tlv-kinds.ts';

export interface TlvDefinition<T> extends TlvKind<T> {
  readonly tag: number;
  /** The name in the standard. */
  readonly name: string;
}

const define = <T>(tag: number, name: string, kind: TlvKind<T>): TlvDefinition<T> => ({ ...kind, tag, name });

/** The largest length that fits a parameter's length field. */
const ANY_LENGTH = 0xffff;

export const tlvDefinitions = {
  destAddrSubunit: define(0x0005, 'dest_addr_subunit', integer(1)),
  destNetworkType: define(0x0006, 'dest_network_type', integer(1)),
  destBearerType: define(0x0007, 'dest_bearer_type', integer(1)),
  destTelematicsId: define(0x0008, 'dest_telematics_id', integer(2)),
  sourceAddrSubunit: define(0x000d, 'source_addr_subunit', integer(1)),
  sourceNetworkType: define(0x000e, 'source_network_type', integer(1)),
  sourceBearerType: define(0x000f, 'source_bearer_type', integer(1)),
  sourceTelematicsId: define(0x0010, 'source_telematics_id', integer(1)),
  /** Seconds. */
  qosTimeToLive: define(0x0017, 'qos_time_to_live', integer(4)),
  payloadType: define(0x0019, 'payload_type', integer(1)),
  additionalStatusInfoText: define(0x001d, 'additional_status_info_text', text(256)),
  receiptedMessageId: define(0x001e, 'receipted_message_id', text(65)),
  msMsgWaitFacilities: define(0x0030, 'ms_msg_wait_facilities', integer(1)),
  privacyIndicator: define(0x0201, 'privacy_indicator', integer(1)),
  sourceSubaddress: define(0x0202, 'source_subaddress', octets(2, 23)),
  destSubaddress: define(0x0203, 'dest_subaddress', octets(2, 23)),
  userMessageReference: define(0x0204, 'user_message_reference', integer(2)),
  userResponseCode: define(0x0205, 'user_response_code', integer(1)),
  sourcePort: define(0x020a, 'source_port', integer(2)),
  destinationPort: define(0x020b, 'destination_port', integer(2)),
  sarMsgRefNum: define(0x020c, 'sar_msg_ref_num', integer(2)),
  languageIndicator: define(0x020d, 'language_indicator', integer(1)),
  sarTotalSegments: define(0x020e, 'sar_total_segments', integer(1)),
  sarSegmentSeqnum: define(0x020f, 'sar_segment_seqnum', integer(1)),
  scInterfaceVersion: define(0x0210, 'SC_interface_version', integer(1)),
  callbackNumPresInd: define(0x0302, 'callback_num_pres_ind', integer(1)),
  /** The first octet is the data_coding of the rest. */
  callbackNumAtag: define(0x0303, 'callback_num_atag', octets(0, 65)),
  numberOfMessages: define(0x0304, 'number_of_messages', integer(1)),
  /** Digit mode, TON and NPI, then the digits. */
  callbackNum: define(0x0381, 'callback_num', octets(4, 19)),
  dpfResult: define(0x0420, 'dpf_result', integer(1)),
  setDpf: define(0x0421, 'set_dpf', integer(1)),
  msAvailabilityStatus: define(0x0422, 'ms_availability_status', integer(1)),
  networkErrorCode: define(0x0423, 'network_error_code', networkError),
  messagePayload: define(0x0424, 'message_payload', octets(0, ANY_LENGTH)),
  deliveryFailureReason: define(0x0425, 'delivery_failure_reason', integer(1)),
  moreMessagesToSend: define(0x0426, 'more_messages_to_send', integer(1)),
  messageState: define(0x0427, 'message_state', integer(1)),
  ussdServiceOp: define(0x0501, 'ussd_service_op', integer(1)),
  displayTime: define(0x1201, 'display_time', integer(1)),
  smsSignal: define(0x1203, 'sms_signal', integer(2)),
  msValidity: define(0x1204, 'ms_validity', integer(1)),
  alertOnMessageDelivery: define(0x130c, 'alert_on_message_delivery', alert),
  itsReplyType: define(0x1380, 'its_reply_type', integer(1)),
  itsSessionInfo: define(0x1383, 'its_session_info', itsSession),
};

export type TlvName = keyof typeof tlvDefinitions;
/** The value type of each parameter. */
export type TlvValues = {
  [Name in TlvName]: (typeof tlvDefinitions)[Name] extends TlvDefinition<infer T> ? T : never;
};

const byTag: ReadonlyMap<number, TlvDefinition<never>> = new Map(
  Object.values(tlvDefinitions).map((definition) => [definition.tag, definition as TlvDefinition<never>]),
);

/** The definition of a tag; undefined for vendor-specific ones and those of later versions. */
export const definitionOfTag = (tag: number): TlvDefinition<never> | undefined => byTag.get(tag);
