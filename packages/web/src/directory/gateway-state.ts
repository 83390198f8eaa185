/** Labels of a gateway: the state of its link, and its kind. */
import type { Gateway } from '@textprobe/contract/gateways';
import type { Tone } from '@textprobe/domain/verdict-tones';

type LinkState = NonNullable<Gateway['link']>['state'];

/** Label and tone of a link's state. `none`: no worker has the gateway open. */
export const LINK_WORDS = {
  up: { label: 'Up', tone: 'arrived' },
  down: { label: 'Down', tone: 'failed' },
  stopped: { label: 'Stopped', tone: 'failed' },
  none: { label: 'Not open', tone: 'doubtful' },
} as const satisfies Record<LinkState | 'none', { label: string; tone: Tone }>;

export function stateOf({ link }: Pick<Gateway, 'link'>): LinkState | 'none' {
  return link?.state ?? 'none';
}

/** `SMPP` for `smpp`. */
export function kindWords(kind: string): string {
  return kind === 'smpp' ? 'SMPP' : kind === 'twilio' ? 'Messages API' : kind;
}
