/** Numbered steps below each other, each with its state: a setup that leads from one to the next. */
import type { ReactNode } from 'react';
import classes from './steps.module.css';
import { ToneSign } from './tone-sign.tsx';

const STATES = {
  done: { label: 'Done', tone: 'arrived' },
  now: { label: 'Now', tone: 'moving' },
  later: { label: 'Later', tone: 'waiting' },
  waits: { label: 'Waiting for an administrator', tone: 'doubtful' },
} as const;

export type StepState = keyof typeof STATES;

export function Steps({ children }: { readonly children: ReactNode }) {
  return <ol className={classes.steps}>{children}</ol>;
}

interface StepProps {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly state: StepState;
  readonly children: ReactNode;
}

export function Step({ number, title, state, children }: StepProps) {
  return (
    <li className={`surface ${classes.step}`} data-state={state}>
      <header className={classes.head}>
        <h2>
          {number}. {title}
        </h2>
        <span className={classes.state}>
          <ToneSign tone={STATES[state].tone} size={16} />
          {STATES[state].label}
        </span>
      </header>
      {children}
    </li>
  );
}
