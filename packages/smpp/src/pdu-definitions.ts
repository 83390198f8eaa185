/**
 * The table of all PDUs: command_id (SMPP 3.4 section 5.1.2.1) and fields, which the table codec walks. To add a PDU, add a
 * row. `blank` returns a PDU with every field set, so that decoding fills an object of a stable shape.
 */
import type { Command, Pdu, RequestCommand } from './pdu.ts';
import {
  alertFields,
  BYTE,
  bindFields,
  bindRespFields,
  dataFields,
  type Field,
  messageFields,
  messageRespFields,
  TEXT,
} from './pdu-fields.ts';

export interface PduDefinition {
  readonly command: Command;
  readonly id: number;
  readonly fields: readonly Field[];
  /** PDUs without mandatory fields (enquire_link …) have no optional ones either. */
  readonly hasBody: boolean;
  readonly isResponse: boolean;
  /** Whether it is a request that only an ESME sends: a malformed one is refused, since the ESME can correct it. */
  readonly isToSmsc: boolean;
  blank(): Pdu;
}

/** The bit of command_id that marks a response. */
const RESPONSE_BIT = 0x80000000;

/** The tlvs of a decoded PDU without optional parameters: one shared map, since most have none. */
export const noTlvs: ReadonlyMap<number, Buffer> = new Map();
/** Like {@link noTlvs}, for a PDU without text. */
export const noOctets = Buffer.alloc(0);

function define(id: number, command: Command, fields: readonly Field[] = []): PduDefinition {
  const blank: Record<string, unknown> = { command, sequence: 0, status: 0 };
  for (const { name, kind } of fields) blank[name] = kind === BYTE ? 0 : kind === TEXT ? '' : noOctets;
  if (fields.length > 0) blank.tlvs = noTlvs;
  return {
    command,
    id,
    fields,
    hasBody: fields.length > 0,
    isResponse: id >= RESPONSE_BIT,
    isToSmsc: fields === bindFields || command === 'submit_sm',
    blank: () => ({ ...blank }) as unknown as Pdu,
  };
}

const definitions: readonly PduDefinition[] = [
  define(0x80000000, 'generic_nack'),
  define(0x00000001, 'bind_receiver', bindFields),
  define(0x80000001, 'bind_receiver_resp', bindRespFields),
  define(0x00000002, 'bind_transmitter', bindFields),
  define(0x80000002, 'bind_transmitter_resp', bindRespFields),
  define(0x00000004, 'submit_sm', messageFields),
  define(0x80000004, 'submit_sm_resp', messageRespFields),
  define(0x00000005, 'deliver_sm', messageFields),
  define(0x80000005, 'deliver_sm_resp', messageRespFields),
  define(0x00000006, 'unbind'),
  define(0x80000006, 'unbind_resp'),
  define(0x00000009, 'bind_transceiver', bindFields),
  define(0x80000009, 'bind_transceiver_resp', bindRespFields),
  define(0x00000015, 'enquire_link'),
  define(0x80000015, 'enquire_link_resp'),
  define(0x00000102, 'alert_notification', alertFields),
  define(0x00000103, 'data_sm', dataFields),
  define(0x80000103, 'data_sm_resp', messageRespFields),
];

// Keyed by the id as a signed 32-bit number, which V8 keeps unboxed; 0x80000004 would be a heap number.
const byId = new Map(definitions.map((definition) => [definition.id | 0, definition]));
const byCommand = new Map<string, PduDefinition>(
  definitions.map((definition) => [definition.command, definition]),
);

/** @param id command_id as a signed 32-bit number (`readInt32BE`). */
export const definitionOfId = (id: number): PduDefinition | undefined => byId.get(id);

/** The response command of each request. */
export const ANSWERS: { readonly [C in RequestCommand]: `${C}_resp` } = {
  bind_receiver: 'bind_receiver_resp',
  bind_transmitter: 'bind_transmitter_resp',
  bind_transceiver: 'bind_transceiver_resp',
  submit_sm: 'submit_sm_resp',
  deliver_sm: 'deliver_sm_resp',
  data_sm: 'data_sm_resp',
  unbind: 'unbind_resp',
  enquire_link: 'enquire_link_resp',
};

export function definitionOf(command: Command): PduDefinition {
  const definition = byCommand.get(command);
  if (!definition) throw new TypeError(`no such SMPP command: ${command}`);
  return definition;
}
