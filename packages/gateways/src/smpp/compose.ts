/** Builds the submit_sm PDUs of one message. */
import { SMPP_SETTINGS } from '@textprobe/domain/gateway-settings';
import { CODE_WITH_MARK } from '@textprobe/domain/message-code';
import { senderKind } from '@textprobe/domain/sender';
import type { SubmitFields } from '@textprobe/smpp/client';
import {
  type MessagePart,
  type SplitOptions,
  splitMessage,
  wholeMessage,
} from '@textprobe/smpp/split-message';
import type { OutboundMessage } from '../gateway-port.ts';
import { wireDigits } from './addresses.ts';
import type { SmppGatewaySettings } from './settings.ts';

export type Composition =
  | { readonly ok: true; readonly pdus: readonly SubmitFields[] }
  | { readonly ok: false; readonly fault: string };

/** @param nextReference returns the shared reference of the parts for a phone; only called for a long message */
export function composeMessage(
  settings: SmppGatewaySettings,
  message: OutboundMessage,
  nextReference: (phone: string) => number,
): Composition {
  const source = sourceOf(settings, message.from);
  const destinationAddr = wireDigits(message.to);
  if (source === null)
    return { ok: false, fault: `The sender ${message.from} is not an E.164 number, a short code or a name.` };
  if (destinationAddr === null)
    return { ok: false, fault: `The recipient ${message.to} is not an E.164 number.` };
  const whole = wholeMessage(message.text, settings);
  if (whole !== null) return { ok: true, pdus: [pduOf(settings, source, destinationAddr, whole)] };
  const parts = split(message.text, { ...settings, uncutEnd: CODE_WITH_MARK }, nextReference(message.to));
  if (parts === null) return { ok: false, fault: 'The text needs more than 255 parts.' };
  const pdus = parts.map((part) => ({
    ...pduOf(settings, source, destinationAddr, part),
    ...(part.tlvs && { tlvs: part.tlvs }),
  }));
  return { ok: true, pdus };
}

interface SourceAddress {
  readonly ton: number;
  readonly npi: number;
  readonly address: string;
}

/** Null if the sender cannot be an address. The settings are for phone numbers; if changed, for short codes too. */
function sourceOf({ sourceTon, sourceNpi }: SmppGatewaySettings, from: string): SourceAddress | null {
  const digits = wireDigits(from);
  if (digits !== null) return { ton: sourceTon, npi: sourceNpi, address: digits };
  const kind = senderKind(from);
  if (kind === 'phone number') return null;
  if (kind === 'name') return { ton: TON_ALPHANUMERIC, npi: NPI_UNKNOWN, address: from };
  const isDefault =
    sourceTon === SMPP_SETTINGS.sourceTon.default && sourceNpi === SMPP_SETTINGS.sourceNpi.default;
  return isDefault
    ? { ton: TON_NETWORK_SPECIFIC, npi: NPI_UNKNOWN, address: from }
    : { ton: sourceTon, npi: sourceNpi, address: from };
}

/** Types of number and numbering plan (SMPP 3.4 sections 5.2.5 and 5.2.6). */
const TON_NETWORK_SPECIFIC = 3;
const TON_ALPHANUMERIC = 5;
const NPI_UNKNOWN = 0;

/** The PDU of a part without its optional parameters. A literal, since spreading three objects takes four times as long. */
function pduOf(
  settings: SmppGatewaySettings,
  source: SourceAddress,
  destinationAddr: string,
  { shortMessage, dataCoding, esmClass }: MessagePart,
): SubmitFields {
  return {
    sourceAddrTon: source.ton,
    sourceAddrNpi: source.npi,
    sourceAddr: source.address,
    destAddrTon: settings.destTon,
    destAddrNpi: settings.destNpi,
    destinationAddr,
    esmClass,
    registeredDelivery: settings.registeredDelivery,
    dataCoding,
    shortMessage,
  };
}

function split(text: string, options: SplitOptions, reference: number): MessagePart[] | null {
  try {
    return splitMessage(text, reference, options);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
