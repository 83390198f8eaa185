/** Builds the submit_sm PDUs of one message. */
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
  const sourceAddr = wireDigits(message.from);
  const destinationAddr = wireDigits(message.to);
  if (sourceAddr === null) return { ok: false, fault: `The sender ${message.from} is not an E.164 number.` };
  if (destinationAddr === null)
    return { ok: false, fault: `The recipient ${message.to} is not an E.164 number.` };
  const whole = wholeMessage(message.text, settings);
  if (whole !== null) return { ok: true, pdus: [pduOf(settings, sourceAddr, destinationAddr, whole)] };
  const parts = split(message.text, settings, nextReference(message.to));
  if (parts === null) return { ok: false, fault: 'The text needs more than 255 parts.' };
  const pdus = parts.map((part) => ({
    ...pduOf(settings, sourceAddr, destinationAddr, part),
    ...(part.tlvs && { tlvs: part.tlvs }),
  }));
  return { ok: true, pdus };
}

/** The PDU of a part without its optional parameters. A literal, since spreading three objects takes four times as long. */
function pduOf(
  settings: SmppGatewaySettings,
  sourceAddr: string,
  destinationAddr: string,
  { shortMessage, dataCoding, esmClass }: MessagePart,
): SubmitFields {
  return {
    sourceAddrTon: settings.sourceTon,
    sourceAddrNpi: settings.sourceNpi,
    sourceAddr,
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
