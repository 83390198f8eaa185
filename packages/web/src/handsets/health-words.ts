/** Describes a phone's health: online or offline, last seen, battery and network. */
import type { PhoneHealth } from '@textprobe/contract/phone-health';
import { formatDateTime } from '@textprobe/domain/display';
import type { Tone } from '@textprobe/domain/verdict-tones';

/** Label and tone of a phone's presence. `unknown`: it does not ping regularly, so its silence means nothing. */
export const PRESENCE_WORDS = {
  online: { label: 'Online', tone: 'arrived' },
  offline: { label: 'Offline', tone: 'doubtful' },
  unknown: { label: 'No regular pings', tone: 'unknown' },
} as const satisfies Record<PhoneHealth['presence'], { label: string; tone: Tone }>;

/** `last seen 11/21/2026 10:00:00 · battery 87%, charging · wifi`. */
export function healthLine({ lastHeardAt, battery, charging, network }: PhoneHealth): string {
  const facts = [`last seen ${formatDateTime(lastHeardAt)}`, batteryWords(battery, charging), network];
  return facts.filter((fact) => fact !== null && fact !== '').join(' · ');
}

/** Warning for a phone that is offline now. */
export function offlineWarning(name: string, { lastHeardAt }: PhoneHealth): string {
  return `${name} is offline, last seen ${formatDateTime(lastHeardAt)}.`;
}

function batteryWords(battery: number | null, charging: boolean | null): string | null {
  const level = battery === null ? null : `battery ${Math.round(battery * 100)}%`;
  if (charging !== true) return level;
  return level === null ? 'charging' : `${level}, charging`;
}

const COUNTED = {
  online: 'online',
  offline: 'offline',
  unknown: 'without regular pings',
  silent: 'that never reported',
} as const;

/** Above this, the phones of one presence are counted, not named. */
const NAMED = 3;

/** `8 online, 1 offline (Finley)`: their presence at a glance. A phone without one has never reported. */
export function presenceCounts(
  phones: readonly { readonly name: string; readonly presence: PhoneHealth['presence'] | null }[],
): string {
  const words = (['online', 'offline', 'unknown', 'silent'] as const).flatMap((presence) => {
    const names = phones.filter((phone) => (phone.presence ?? 'silent') === presence).map(({ name }) => name);
    if (names.length === 0) return [];
    const named = presence === 'online' || names.length > NAMED ? '' : ` (${names.join(', ')})`;
    return [`${names.length} ${COUNTED[presence]}${named}`];
  });
  return words.join(', ');
}
