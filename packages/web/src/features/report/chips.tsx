/** Chips with counts that filter a list: one is chosen, or all are shown. */
import type { Tone } from '@textprobe/domain/verdict-tones';
import { ToneSign } from '../../ui/tone-sign.tsx';
import classes from './chips.module.css';

export interface Chip<T extends string> {
  readonly value: T;
  readonly label: string;
  /** One sentence on what it means. */
  readonly about: string;
  readonly tone: Tone;
  readonly count: number;
}

interface ChipsProps<T extends string> {
  /** What pressing them does. */
  readonly label: string;
  readonly all: { readonly label: string; readonly count: number };
  readonly chips: readonly Chip<T>[];
  /** Null: all are shown. */
  readonly chosen: T | null;
  readonly onChoose: (value: T | null) => void;
}

export function Chips<T extends string>({ label, all, chips, chosen, onChoose }: ChipsProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's looks and meaning
    <div className={classes.chips} role="group" aria-label={label}>
      <button
        type="button"
        className={classes.chip}
        aria-pressed={chosen === null}
        onClick={() => onChoose(null)}
      >
        {all.label} <span className={classes.count}>{all.count.toLocaleString('en-US')}</span>
      </button>
      {chips.map(({ value, label: name, about, tone, count }) => (
        <button
          key={value}
          type="button"
          className={classes.chip}
          aria-pressed={chosen === value}
          data-tip={about}
          data-tip-press
          onClick={() => onChoose(chosen === value ? null : value)}
        >
          <ToneSign tone={tone} />
          {name} <span className={classes.count}>{count.toLocaleString('en-US')}</span>
        </button>
      ))}
    </div>
  );
}
