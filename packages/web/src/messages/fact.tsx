/** One line of a card: what it is called, what it is. */
import type { ReactNode } from 'react';
import classes from './report-cards.module.css';

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
