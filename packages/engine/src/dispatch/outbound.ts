/** Converts a claimed message to what its gateway submits, or says why this gateway cannot send it. */
import type { ClaimedMessage } from '@textprobe/database/messages/message-claims';
import type { MessageKey } from '@textprobe/database/messages/message-row';
import { appendMessageCode } from '@textprobe/domain/message-code';
import type { Gateway, OutboundMessage, SubmissionOutcome } from '@textprobe/gateways/gateway-port';

/** A temporary URL from which the gateway's carrier can fetch a file; null if there is none. */
export type LinkMedia = (mediaId: string, gatewayId: number) => string | null;

/** The message that the gateway returns with the outcome; `isHandled` once its outcome has been handled. */
export interface Outbound extends OutboundMessage {
  readonly claimed: ClaimedMessage;
  isHandled: boolean;
}

export function createComposer(deps: {
  gatewayId: number;
  gateway: Pick<Gateway, 'sendsMms'>;
  linkMedia: LinkMedia;
}): (message: ClaimedMessage) => Outbound | SubmissionOutcome {
  const { gatewayId, gateway, linkMedia } = deps;
  return (claimed) => {
    // Sent without its files it would arrive as an SMS and look like a success.
    if (claimed.messageType === 'MMS' && !gateway.sendsMms)
      return rejected(claimed, 'This gateway does not send MMS.');
    const media = claimed.mediaIds.map((id) => ({ url: linkMedia(id, gatewayId) ?? '' }));
    if (media.some(({ url }) => url === ''))
      return rejected(claimed, 'The carrier cannot fetch the files: set PUBLIC_URL.');
    return {
      reference: referenceOf(claimed),
      from: claimed.sender,
      to: claimed.recipient,
      text: appendMessageCode(claimed.body, claimed.code),
      media,
      claimed,
      isHandled: false,
    };
  };
}

/** The reference that a gateway returns with a late answer: the message's key as text. */
export function referenceOf({ id, createdAt }: MessageKey): string {
  return `${id}@${createdAt}`;
}

/** Parses {@link referenceOf}; null for any other text. */
export function readReference(reference: string): MessageKey | null {
  const [, id, createdAt] = /^(\d+)@(\d+)$/.exec(reference) ?? [];
  return id === undefined ? null : { id: Number(id), createdAt: Number(createdAt) };
}

function rejected({ claimedAt }: ClaimedMessage, error: string): SubmissionOutcome {
  return { kind: 'rejected', at: claimedAt, error };
}
