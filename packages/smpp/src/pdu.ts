/**
 * The PDUs of SMPP 3.4 that this library supports, as plain objects discriminated by `command`. Field names are those of
 * the standard (section 4) in camelCase; omitted ones are sent as 0, an empty string or no octets.
 */

interface PduHeader<Command extends string> {
  readonly command: Command;
  /** 1 to 0x7FFFFFFF; a response has the sequence number of its request. */
  sequence: number;
  /** command_status: 0 in requests; see `command-status.ts`. */
  status: number;
}

/** Optional parameters by tag, undecoded. A received value is a view of the receive buffer: copy it to keep it. */
export interface WithTlvs {
  tlvs: ReadonlyMap<number, Buffer>;
}

export interface BindFields {
  systemId: string;
  password: string;
  systemType: string;
  /** 0x34 for SMPP 3.4. */
  interfaceVersion: number;
  addrTon: number;
  addrNpi: number;
  addressRange: string;
}

/** The fields that submit_sm and deliver_sm share. */
export interface MessageFields extends WithTlvs {
  serviceType: string;
  sourceAddrTon: number;
  sourceAddrNpi: number;
  sourceAddr: string;
  destAddrTon: number;
  destAddrNpi: number;
  destinationAddr: string;
  esmClass: number;
  protocolId: number;
  priorityFlag: number;
  scheduleDeliveryTime: string;
  validityPeriod: string;
  registeredDelivery: number;
  replaceIfPresentFlag: number;
  dataCoding: number;
  smDefaultMsgId: number;
  /** At most 254 octets. A received value is a view of the receive buffer: copy it to keep it. */
  shortMessage: Buffer;
}

interface SourceFields {
  sourceAddrTon: number;
  sourceAddrNpi: number;
  sourceAddr: string;
}
interface DestinationFields {
  destAddrTon: number;
  destAddrNpi: number;
  destinationAddr: string;
}

/** data_sm, section 4.7.1: its text is in `message_payload`. */
export interface DataFields extends SourceFields, DestinationFields, WithTlvs {
  serviceType: string;
  esmClass: number;
  registeredDelivery: number;
  dataCoding: number;
}

/** alert_notification, section 4.12.1: the phone `sourceAddr` is reachable again. */
export interface AlertFields extends SourceFields, WithTlvs {
  esmeAddrTon: number;
  esmeAddrNpi: number;
  esmeAddr: string;
}

/** The direction of a bind. */
export type BindMode = 'transmitter' | 'receiver' | 'transceiver';

export interface BindPdu extends PduHeader<`bind_${BindMode}`>, BindFields, WithTlvs {}
export interface BindResp extends PduHeader<`bind_${BindMode}_resp`>, WithTlvs {
  systemId: string;
}
export interface SubmitSm extends PduHeader<'submit_sm'>, MessageFields {}
export interface DeliverSm extends PduHeader<'deliver_sm'>, MessageFields {}
export interface SubmitSmResp extends PduHeader<'submit_sm_resp'>, WithTlvs {
  messageId: string;
}
export interface DeliverSmResp extends PduHeader<'deliver_sm_resp'>, WithTlvs {
  /** Not used by the standard: empty. */
  messageId: string;
}
export interface DataSm extends PduHeader<'data_sm'>, DataFields {}
export interface DataSmResp extends PduHeader<'data_sm_resp'>, WithTlvs {
  messageId: string;
}
export interface AlertNotification extends PduHeader<'alert_notification'>, AlertFields {}
export type Unbind = PduHeader<'unbind'>;
export type UnbindResp = PduHeader<'unbind_resp'>;
export type EnquireLink = PduHeader<'enquire_link'>;
export type EnquireLinkResp = PduHeader<'enquire_link_resp'>;
export type GenericNack = PduHeader<'generic_nack'>;

/** What an SMSC delivers to an ESME: receipts and messages from phones. */
export type DeliveredPdu = DeliverSm | DataSm;

export type RequestPdu = BindPdu | SubmitSm | DeliverSm | DataSm | Unbind | EnquireLink;
/** A PDU that takes no response. */
export type NoticePdu = AlertNotification;
export type ResponsePdu =
  | BindResp
  | SubmitSmResp
  | DeliverSmResp
  | DataSmResp
  | UnbindResp
  | EnquireLinkResp
  | GenericNack;
export type Pdu = RequestPdu | ResponsePdu | NoticePdu;

export type Command = Pdu['command'];
export type RequestCommand = RequestPdu['command'];
/** The PDU type of a command. */
export type PduOf<C extends Command> = C extends BindPdu['command']
  ? BindPdu
  : C extends BindResp['command']
    ? BindResp
    : Extract<Pdu, { command: C }>;
