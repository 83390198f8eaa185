/** In which zone the times of a screen are, once a screen: that of the carriers' offices, wherever whoever reads them sits. */
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { useNow } from './relative-time.ts';

const HOUR_MS = 3_600_000;

export function TimesNote() {
  // As it is now: times of the other half of the year are by the clock of their day.
  const zone = formatLosAngeles(useNow(HOUR_MS)).endsWith('-07:00') ? 'PDT' : 'PST';
  return <span className="times-note">Times are in Los Angeles ({zone})</span>;
}
