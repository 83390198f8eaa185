/** A thin bar, one segment a verdict, each as long as its share of the messages. */
import classes from './outcome-bar.module.css';
import tones from './tones.module.css';
import { toneOf, type VerdictCount } from '@textprobe/domain/verdict-tones';

export function OutcomeBar({ counts }: { counts: readonly VerdictCount[] }) {
  const words = counts.map(({ verdict, count }) => `${count} ${verdict}`).join(', ');
  return (
    <div className={classes.bar} role="img" aria-label={words === '' ? 'No messages yet' : words}>
      {counts.map(({ verdict, count }) => (
        <span
          key={verdict}
          className={`${classes.segment} ${tones[toneOf(verdict)]}`}
          data-verdict={verdict}
          style={{ flexGrow: count }}
        />
      ))}
    </div>
  );
}
