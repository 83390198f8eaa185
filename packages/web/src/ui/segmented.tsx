/** A few options side by side, one of them selected: native radio buttons, for arrow keys and screen readers. */
import { useId } from 'react';
import classes from './segmented.module.css';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
  }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div className={classes.group} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
