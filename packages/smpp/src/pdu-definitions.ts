/**
 * Every PDU as a table: its command_id (SMPP 3.4 section 5.1.2.1) and its fields. Encoder and
 * decoder walk these tables; a new PDU is a new row. `blank` gives a PDU with every field in place, so that decoding
 * fills an object of one settled shape instead of growing one.
 */
import type { BindPdu, BindResp, Command, MessageFields, Pdu, RequestCommand } from './pdu.ts';
import {
  alertFields,
  BYTE,
  bindFields,
  bindRespFields,
  cancelFields,
  dataFields,
  type Field,
  messageFields,
  messageRespFields,
  outbindFields,
  queryFields,
  queryRespFields,
  replaceFields,
  TEXT,
} from './pdu-fields.ts';

export interface PduDefinition {
  readonly command: Command;
  readonly id: number;
  readonly fields: readonly Field[];
  /** A PDU with no mandatory fields (enquire_link …) has no optional ones either. */
  readonly hasBody: boolean;
  readonly isResponse: boolean;
  blank(): Pdu;
}

/** The bit of command_id that marks a response. */
export const RESPONSE_BIT = 0x80000000;

/** What a decoded PDU without optional parameters carries: one map for all of them, since most have none. */
export const noTlvs: ReadonlyMap<number, Buffer> = new Map();
/** As {@link noTlvs}, what a PDU without text carries. */
export const noOctets = Buffer.alloc(0);

function blankBind(command: BindPdu['command']): BindPdu {
  return {
    command,
    sequence: 0,
    status: 0,
    systemId: '',
    password: '',
    systemType: '',
    interfaceVersion: 0,
    addrTon: 0,
    addrNpi: 0,
    addressRange: '',
    tlvs: noTlvs,
  };
}

const blankBindResp = (command: BindResp['command']): BindResp => ({
  command,
  sequence: 0,
  status: 0,
  systemId: '',
  tlvs: noTlvs,
});

function blankMessage<C extends 'submit_sm' | 'deliver_sm'>(command: C) {
  const fields: MessageFields = {
    serviceType: '',
    sourceAddrTon: 0,
    sourceAddrNpi: 0,
    sourceAddr: '',
    destAddrTon: 0,
    destAddrNpi: 0,
    destinationAddr: '',
    esmClass: 0,
    protocolId: 0,
    priorityFlag: 0,
    scheduleDeliveryTime: '',
    validityPeriod: '',
    registeredDelivery: 0,
    replaceIfPresentFlag: 0,
    dataCoding: 0,
    smDefaultMsgId: 0,
    shortMessage: noOctets,
    tlvs: noTlvs,
  };
  return Object.assign(fields, { command, sequence: 0, status: 0 });
}

const blankMessageResp = <C extends 'submit_sm_resp' | 'deliver_sm_resp'>(command: C) => ({
  command,
  sequence: 0,
  status: 0,
  messageId: '',
  tlvs: noTlvs,
});
const bare = <C extends Command>(command: C) => ({ command, sequence: 0, status: 0 });

/** The blank of a PDU that is too rare to need a literal of its own: a copy of one made from its fields. */
function blankOf(command: Command, fields: readonly Field[]): () => Pdu {
  const blank: Record<string, unknown> = bare(command);
  for (const { name, kind } of fields) blank[name] = kind === BYTE ? 0 : kind === TEXT ? '' : noOctets;
  if (fields.length > 0) blank.tlvs = noTlvs;
  return () => ({ ...blank }) as unknown as Pdu;
}

const rare = (id: number, command: Command, fields: readonly Field[]): PduDefinition =>
  define(id, fields, blankOf(command, fields));

function define(id: number, fields: readonly Field[], blank: () => Pdu): PduDefinition {
  return {
    command: blank().command,
    id,
    fields,
    hasBody: fields.length > 0,
    isResponse: id >= RESPONSE_BIT,
    blank,
  };
}

const definitions: readonly PduDefinition[] = [
  define(0x80000000, [], () => bare('generic_nack')),
  define(0x00000001, bindFields, () => blankBind('bind_receiver')),
  define(0x80000001, bindRespFields, () => blankBindResp('bind_receiver_resp')),
  define(0x00000002, bindFields, () => blankBind('bind_transmitter')),
  define(0x80000002, bindRespFields, () => blankBindResp('bind_transmitter_resp')),
  define(0x00000004, messageFields, () => blankMessage('submit_sm')),
  define(0x80000004, messageRespFields, () => blankMessageResp('submit_sm_resp')),
  define(0x00000005, messageFields, () => blankMessage('deliver_sm')),
  define(0x80000005, messageRespFields, () => blankMessageResp('deliver_sm_resp')),
  rare(0x00000003, 'query_sm', queryFields),
  rare(0x80000003, 'query_sm_resp', queryRespFields),
  rare(0x00000007, 'replace_sm', replaceFields),
  rare(0x80000007, 'replace_sm_resp', []),
  rare(0x00000008, 'cancel_sm', cancelFields),
  rare(0x80000008, 'cancel_sm_resp', []),
  rare(0x0000000b, 'outbind', outbindFields),
  rare(0x00000102, 'alert_notification', alertFields),
  rare(0x00000103, 'data_sm', dataFields),
  rare(0x80000103, 'data_sm_resp', messageRespFields),
  define(0x00000006, [], () => bare('unbind')),
  define(0x80000006, [], () => bare('unbind_resp')),
  define(0x00000009, bindFields, () => blankBind('bind_transceiver')),
  define(0x80000009, bindRespFields, () => blankBindResp('bind_transceiver_resp')),
  define(0x00000015, [], () => bare('enquire_link')),
  define(0x80000015, [], () => bare('enquire_link_resp')),
];

// Keyed by the id as a signed 32-bit number, which the engine keeps unboxed where 0x80000004 would be a heap number.
const byId = new Map(definitions.map((definition) => [definition.id | 0, definition]));
const byCommand = new Map<string, PduDefinition>(
  definitions.map((definition) => [definition.command, definition]),
);

/** @param id command_id as a signed 32-bit number (`readInt32BE`). */
export const definitionOfId = (id: number): PduDefinition | undefined => byId.get(id);

/** The command that answers a request. */
export const ANSWERS: { readonly [C in RequestCommand]: `${C}_resp` } = {
  bind_receiver: 'bind_receiver_resp',
  bind_transmitter: 'bind_transmitter_resp',
  bind_transceiver: 'bind_transceiver_resp',
  submit_sm: 'submit_sm_resp',
  deliver_sm: 'deliver_sm_resp',
  data_sm: 'data_sm_resp',
  query_sm: 'query_sm_resp',
  cancel_sm: 'cancel_sm_resp',
  replace_sm: 'replace_sm_resp',
  unbind: 'unbind_resp',
  enquire_link: 'enquire_link_resp',
};

export function definitionOf(command: Command): PduDefinition {
  const definition = byCommand.get(command);
  if (!definition) throw new TypeError(`no such SMPP command: ${command}`);
  return definition;
}
