/** Claims and arrivals of one carrier by day, and the lines drawn through them. */
import type { ReceiptTruthFigure } from '@textprobe/contract/analytics';
import { decimal } from '@textprobe/domain/figures';
import { addDays } from '@textprobe/domain/los-angeles-calendar';

export interface TruthDay extends ReceiptTruthFigure {
  readonly day: string;
}

/** As in the response: by day and carrier. */
type DailyTruth = Readonly<Record<string, Readonly<Record<string, ReceiptTruthFigure>>>>;

/** The days with messages, in order. */
export function daysOfCarrier(days: DailyTruth, carrier: string): TruthDay[] {
  return Object.entries(days).flatMap(([day, carriers]) => {
    const own = carriers[carrier];
    return own === undefined ? [] : [{ day, ...own }];
  });
}

/** `4 points` more claimed than seen; `−1 point` the other way round. */
export function gapWords({ claimedRate, seenRate }: ReceiptTruthFigure): string {
  if (claimedRate === null || seenRate === null) return '–';
  const gap = Math.round((claimedRate - seenRate) * 10) / 10;
  const size = decimal(Math.abs(gap), 1);
  return `${gap < 0 ? '−' : ''}${size} ${size === '1' ? 'point' : 'points'}`;
}

/** Room for half of a line's width at both ends. */
const MARGIN = 2;

/** The bottom of both lines, in percent: the lowest rate rounded down to a multiple of ten, so that gaps of a few points are visible. */
export function floorOf(days: readonly TruthDay[]): number {
  const rates = days.flatMap(({ claimedRate, seenRate }) => [claimedRate ?? 0, seenRate ?? 0]);
  return Math.min(90, Math.floor(Math.min(...rates) / 10) * 10);
}

/** The points of a line, `x,y x,y`, from the first day to the last, 100% at the top. Days without messages are skipped. */
export function trailOf(
  days: readonly TruthDay[],
  name: 'claimedRate' | 'seenRate',
  width: number,
  height: number,
): string {
  const first = days[0]?.day ?? '';
  const floor = floorOf(days);
  const span = Math.max(1, daysFrom(first, days.at(-1)?.day ?? first));
  return days
    .map((one) => {
      const x = MARGIN + (daysFrom(first, one.day) / span) * (width - 2 * MARGIN);
      const y = MARGIN + ((100 - (one[name] ?? 0)) / (100 - floor)) * (height - 2 * MARGIN);
      return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
    })
    .join(' ');
}

function daysFrom(first: string, day: string): number {
  let count = 0;
  for (let at = first; at < day; at = addDays(at, 1)) count += 1;
  return count;
}
