/** What there is to say of a wall time of Los Angeles before it is sent: its zone, the viewer's own time, and what is odd about it. */
import { resolveWallTime } from '@textprobe/domain/los-angeles-wall-time';

const ZONE = 'America/Los_Angeles';

export interface WallTimeWords {
  /** `PST` or `PDT`. */
  readonly zone: string;
  /** The same instant on the viewer's clock; null where that is Los Angeles time too. */
  readonly ownTime: string | null;
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
    warning: warning(exists, repeated, at <= now),
  };
}

function warning(exists: boolean, repeated: boolean, isOver: boolean): string | null {
  if (!exists) return 'The clocks in Los Angeles go forward then, and leave this time out.';
  if (isOver) return 'This time has passed already: the test will run at once.';
  return repeated ? 'The clocks go back: this time comes twice on this day, and the first is meant.' : null;
}

function format(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}
