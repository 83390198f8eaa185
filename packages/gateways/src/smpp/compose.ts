/** One message as the submit_sm PDUs that carry it. */

import type { SubmitFields } from '@textprobe/smpp/client';
import { type MessagePart, type SplitOptions, splitMessage } from '@textprobe/smpp/split-message';
import type { OutboundMessage } from '../gateway-port.ts';
import { wireDigits } from './addresses.ts';
import type { SmppGatewaySettings } from './settings.ts';

export type Composition =
  | { readonly ok: true; readonly pdus: readonly SubmitFields[] }
  | { readonly ok: false; readonly fault: string };

/** @param nextReference is asked only for a long message: its parts' common reference. */
export function composeMessage(
  settings: SmppGatewaySettings,
  message: OutboundMessage,
  nextReference: () => number,
): Composition {
  const sourceAddr = wireDigits(message.from);
  const destinationAddr = wireDigits(message.to);
  if (sourceAddr === null) return { ok: false, fault: `The sender ${message.from} is no E.164 number.` };
  if (destinationAddr === null) return { ok: false, fault: `The receiver ${message.to} is no E.164 number.` };
  const parts = split(message.text, settings, nextReference);
  if (parts === null) return { ok: false, fault: 'The text needs more than 255 parts.' };
  const common = {
    sourceAddrTon: settings.sourceTon,
    sourceAddrNpi: settings.sourceNpi,
    sourceAddr,
    destAddrTon: settings.destTon,
    destAddrNpi: settings.destNpi,
    destinationAddr,
    registeredDelivery: settings.registeredDelivery,
  };
  return { ok: true, pdus: parts.map((part) => ({ ...common, ...part })) };
}

/** A text of up to 70 characters is one part in any alphabet; only beyond may it need a reference. */
const SURELY_ONE_PART = 70;

function split(text: string, way: SplitOptions, nextReference: () => number): MessagePart[] | null {
  if (text.length <= SURELY_ONE_PART) return splitMessage(text, 0, way);
  try {
    return splitMessage(text, nextReference(), way);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
