/** The time cell of a line: when its test is sent (EVIDENCE-7). */
import { nearestToMissing, resolveWallTime } from '@textprobe/domain/los-angeles-wall-time';
import { AT_ONCE_CELL } from './read-lines.ts';

/** A wall time in the form of a draft, or why it is not one. */
interface ReadTime {
  readonly wall?: string;
  readonly isAtOnce?: true;
  readonly error?: string;
}

/** @param cell `2026-11-30 09:30`, in Los Angeles, or `now` */
export function readTime(cell: string): ReadTime {
  if (cell.toLowerCase() === AT_ONCE_CELL) return { isAtOnce: true };
  const [, date = '', hour = '', minute = ''] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}):(\d{2})(?::00)?$/.exec(cell) ?? [];
  const time = `${hour.padStart(2, '0')}:${minute}`;
  try {
    if (resolveWallTime(date, time).exists) return { wall: `${date}T${time}` };
  } catch {
    return { error: `Write the time as 2026-11-30 09:30, not ${cell}.` };
  }
  const near = nearestToMissing(`${date} ${time}`);
  const instead = near === null ? '' : ` Write ${near.before.wall} or ${near.after.wall}.`;
  return { error: `This time does not exist: daylight saving time starts then.${instead}` };
}
