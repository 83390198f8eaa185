/**
 * The PDUs of SMPP 3.4 that this library speaks, as plain objects told apart by `command`. Field names are those of
 * the standard (section 4) in camelCase; one that a caller leaves out is sent as 0, an empty string or no octets.
 */

interface PduHeader<Command extends string> {
  readonly command: Command;
  /** 1 to 0x7FFFFFFF; a response carries its request's. */
  sequence: number;
  /** command_status: 0 in requests; see `command-status.ts`. */
  status: number;
}

/** Optional parameters by tag, raw. A decoded value is a view into the received bytes: copy what is to be kept long. */
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

/** Fields that submit_sm and deliver_sm share: they are laid out alike. */
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
  /** At most 254 octets. Decoded, it is a view into the received bytes: copy what is to be kept long. */
  shortMessage: Buffer;
}

/** How a session is bound: which way messages may go. */
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
  /** Unused by the standard: empty. */
  messageId: string;
}
export type Unbind = PduHeader<'unbind'>;
export type UnbindResp = PduHeader<'unbind_resp'>;
export type EnquireLink = PduHeader<'enquire_link'>;
export type EnquireLinkResp = PduHeader<'enquire_link_resp'>;
export type GenericNack = PduHeader<'generic_nack'>;

export type RequestPdu = BindPdu | SubmitSm | DeliverSm | Unbind | EnquireLink;
export type ResponsePdu =
  | BindResp
  | SubmitSmResp
  | DeliverSmResp
  | UnbindResp
  | EnquireLinkResp
  | GenericNack;
export type Pdu = RequestPdu | ResponsePdu;

export type Command = Pdu['command'];
export type RequestCommand = RequestPdu['command'];
/** The PDU of one command. */
export type PduOf<C extends Command> = C extends BindPdu['command']
  ? BindPdu
  : C extends BindResp['command']
    ? BindResp
    : Extract<Pdu, { command: C }>;
