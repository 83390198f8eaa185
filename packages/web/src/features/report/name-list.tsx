/** A list of names: the first few, and a button for the rest. */
import { figure } from '@textprobe/domain/figures';
import { useState } from 'react';
import classes from './name-list.module.css';

const SHORT = 5;

export function NameList({ names }: { names: readonly string[] }) {
  const [all, setAll] = useState(false);
  if (names.length === 0) return 'N/A';
  const hidden = names.length - SHORT;
  const shown = all || hidden <= 1 ? names : names.slice(0, SHORT);
  return (
    <>
      <ul className={classes.names}>
        {shown.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is fixed
          <li key={index}>{name}</li>
        ))}
      </ul>
      {hidden > 1 && (
        <button type="button" className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${figure(hidden)} more`}
        </button>
      )}
    </>
  );
}
