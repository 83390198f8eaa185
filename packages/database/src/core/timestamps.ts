/**
 * Parses PostgreSQL's text format of an instant directly into epoch milliseconds. Every row of the big tables has
 * several instants, so this makes one pass over the characters and allocates nothing that outlives the call.
 */
import { dayNumber } from '@textprobe/domain/civil-date';

const ZERO = 48;

/**
 * `2026-11-21 10:00:00.123456+00` → epoch milliseconds. Supports DateStyle ISO in any session time zone (offsets with
 * minutes and seconds too), years beyond 9999, ` BC` and the infinities. Microseconds are truncated, not rounded, so
 * that an instant never reads as later than it is.
 */
export function parseInstant(text: string): number {
  if (text === 'infinity') return Infinity;
  if (text === '-infinity') return -Infinity;
  let at = 0;

  function digits(): number {
    let value = 0;
    for (
      let digit = text.charCodeAt(at) - ZERO;
      digit >= 0 && digit <= 9;
      digit = text.charCodeAt(at) - ZERO
    ) {
      value = value * 10 + digit;
      at += 1;
    }
    at += 1;
    return value;
  }

  const year = digits();
  const month = digits();
  const day = digits();
  const hours = digits();
  const minutes = digits();
  const seconds = digits();
  at -= 1;

  let milliseconds = 0;
  if (text[at] === '.') {
    const start = at + 1;
    at = start;
    const fraction = digits();
    at -= 1;
    milliseconds = Math.floor((fraction * 1000) / 10 ** (at - start));
  }

  const sign = text[at] === '-' ? -1 : 1;
  at += 1;
  let offset = digits() * 3600;
  if (text[at - 1] === ':') offset += digits() * 60;
  if (text[at - 1] === ':') offset += digits();

  const days = dayNumber({ year: text.endsWith(' BC') ? 1 - year : year, month, day });
  return (days * 86_400 + hours * 3600 + minutes * 60 + seconds - sign * offset) * 1000 + milliseconds;
}
