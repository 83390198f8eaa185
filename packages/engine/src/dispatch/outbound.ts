/** A claimed message as its gateway gets it, or why this gateway cannot send it. */
import type { ClaimedMessage } from '@textprobe/database/messages/message-claims';
import type { MessageKey } from '@textprobe/database/messages/message-row';
import { appendMessageCode } from '@textprobe/domain/message-code';
import type { Gateway, OutboundMessage, SubmissionOutcome } from '@textprobe/gateways/gateway-port';

/** An address from which that gateway's carrier can fetch a file for a while; null where there is none. */
export type LinkMedia = (mediaId: string, gatewayId: number) => string | null;

/** What a gateway brings back with the outcome: the claimed message, and whether its outcome has been taken. */
export interface Outbound extends OutboundMessage {
  readonly claimed: ClaimedMessage;
  isSettled: boolean;
}

export function createComposer(deps: {
  gatewayId: number;
  gateway: Pick<Gateway, 'sendsMms'>;
  linkMedia: LinkMedia;
}): (message: ClaimedMessage) => Outbound | SubmissionOutcome {
  const { gatewayId, gateway, linkMedia } = deps;
  return (claimed) => {
    // Its text alone would go out as an SMS, and arrive, and look as if all had.
    if (claimed.messageType === 'MMS' && !gateway.sendsMms)
      return rejected(claimed, 'This gateway sends no MMS.');
    const media = claimed.mediaIds.map((id) => ({ url: linkMedia(id, gatewayId) ?? '' }));
    if (media.some(({ url }) => url === ''))
      return rejected(claimed, 'The carrier has no address to fetch the files from: PUBLIC_URL is not set.');
    return {
      reference: referenceOf(claimed),
      from: claimed.sender,
      to: claimed.recipient,
      text: appendMessageCode(claimed.body, claimed.code),
      media,
      claimed,
      isSettled: false,
    };
  };
}

/** What a gateway is told of a message and brings back with a late answer: its key, as text. */
export function referenceOf({ id, createdAt }: MessageKey): string {
  return `${id}@${createdAt}`;
}

/** Undoes {@link referenceOf}; null for what it did not write. */
export function readReference(reference: string): MessageKey | null {
  const [, id, createdAt] = /^(\d+)@(\d+)$/.exec(reference) ?? [];
  return id === undefined ? null : { id: Number(id), createdAt: Number(createdAt) };
}

function rejected({ claimedAt }: ClaimedMessage, error: string): SubmissionOutcome {
  return { kind: 'rejected', at: claimedAt, error };
}
