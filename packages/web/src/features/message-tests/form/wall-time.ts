/** Describes a Los Angeles wall time before it is sent: its zone, the viewer's local time, and any daylight saving problem. */
import { resolveWallTime } from '@textprobe/domain/los-angeles-wall-time';

const ZONE = 'America/Los_Angeles';

export interface WallTimeWords {
  /** `PST` or `PDT`. */
  readonly zone: string;
  /** The same instant in the viewer's zone; null if that is Los Angeles time too. */
  readonly ownTime: string | null;
  /** Whether it has passed. */
  readonly isOver: boolean;
  readonly warning: string | null;
}

/**
 * @param wall `2026-11-21T10:00`; anything else is not described (null)
 * @param now epoch milliseconds
 * @param viewerZone the browser's, unless given
 */
export function describeWallTime(wall: string, now: number, viewerZone?: string): WallTimeWords | null {
  const [date = '', time = ''] = wall.split('T');
  let at: number;
  let exists: boolean;
  let repeated: boolean;
  try {
    ({ at, exists, repeated } = resolveWallTime(date, time));
  } catch {
    return null;
  }
  const own = format(viewerZone).format(at);
  return {
    zone:
      format(ZONE)
        .formatToParts(at)
        .find(({ type }) => type === 'timeZoneName')?.value ?? '',
    ownTime: own === format(ZONE).format(at) ? null : own,
    isOver: exists && at <= now,
    warning: warning(exists, repeated, at <= now),
  };
}

function warning(exists: boolean, repeated: boolean, isOver: boolean): string | null {
  if (!exists) return 'This time does not exist: daylight saving time starts then.';
  if (isOver) return 'This time has passed: the test will run immediately.';
  return repeated ? 'This time occurs twice: daylight saving time ends then. The first one is used.' : null;
}

function format(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    // As everywhere else in the console (DATA-8).
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}
