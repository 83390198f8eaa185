/** The next ten runs of the chosen rule, and where daylight saving time moves one (REC-6, REC-7). */
import { IconClockExclamation } from '@tabler/icons-react';
import { formatDateTime } from '@textprobe/domain/display';
import form from '../../../ui/form.module.css';
import classes from './next-occurrences.module.css';
import type { PreviewedSchedule } from './use-schedule-preview.ts';

/** Created when the first run is shown: it takes a browser 10 ms. */
let weekday: Intl.DateTimeFormat | undefined;

function weekdayOf(at: string): string {
  weekday ??= new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'America/Los_Angeles' });
  return weekday.format(Date.parse(at));
}

export function NextOccurrences({ schedule }: { schedule: PreviewedSchedule }) {
  const { preview, loading, errors, failed } = schedule;
  return (
    <section
      className={`${form.card} ${classes.panel}`}
      aria-labelledby="next-occurrences"
      aria-busy={loading}
    >
      <h2 id="next-occurrences">Next occurrences</h2>
      {preview !== null ? (
        <>
          <ol className={classes.list} data-old={loading || undefined}>
            {preview.occurrences.map(({ at, note }) => (
              <li key={at}>
                <span className={classes.day}>{weekdayOf(at)}</span>
                <time dateTime={at}>{formatDateTime(at)}</time>
                {note !== null && (
                  <span className={classes.note}>
                    <IconClockExclamation size={14} aria-hidden />
                    {note}
                  </span>
                )}
              </li>
            ))}
          </ol>
          <p className={classes.foot}>
            {preview.more ? 'More follow. ' : 'No further runs. '}
            All times are Los Angeles time.
          </p>
        </>
      ) : (
        <p className={classes.foot}>
          {failed
            ? 'Could not load the next runs. Change the rule to retry.'
            : Object.keys(errors).length > 0
              ? 'Complete the rule to see its next runs.'
              : 'Loading…'}
        </p>
      )}
    </section>
  );
}
