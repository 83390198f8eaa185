/** A strip of columns: how many messages were sent in each hour or day, and how many of them arrived. */
import classes from './outcome-strip.module.css';
import tones from './tones.module.css';

export interface OutcomeColumn {
  readonly key: string | number;
  readonly messages: number;
  /** With a known outcome. */
  readonly known: number;
  readonly received: number;
  /** The column in words, as its tip. */
  readonly words: string;
}

interface OutcomeStripProps {
  readonly label: string;
  readonly columns: readonly OutcomeColumn[];
  readonly size: 'small' | 'large';
}

export function OutcomeStrip({ label, columns, size }: OutcomeStripProps) {
  const most = Math.max(1, ...columns.map(({ messages }) => messages));
  return (
    <div className={classes.strip} data-size={size} role="img" aria-label={label}>
      {columns.map(({ key, messages, known, received, words }) => (
        <div key={key} className={classes.column} data-tip={words}>
          {(
            [
              ['unknown', messages - known],
              ['failed', known - received],
              ['arrived', received],
            ] as const
          ).map(([tone, count]) => (
            <div
              key={tone}
              className={`${classes.part} ${tones[tone]}`}
              style={{ height: `${(100 * count) / most}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
