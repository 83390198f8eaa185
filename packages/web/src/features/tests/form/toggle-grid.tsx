/** A grid of checkboxes that look like keys: weekdays, days of the month. */
import { type ReactNode, useId } from 'react';
import classes from './toggle-grid.module.css';

interface ToggleGridProps<Value> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** For word labels: as many in a row as fit, instead of seven. */
  readonly wide?: boolean;
  readonly value: readonly Value[];
  readonly error?: ReactNode;
  readonly onChange: (value: readonly Value[]) => void;
}

export function ToggleGrid<Value>(props: ToggleGridProps<Value>) {
  const { label, options, wide = false, value, error, onChange } = props;
  const errorId = useId();
  return (
    <fieldset className={classes.field} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.grid} data-wide={wide || undefined}>
        {options.map((option) => (
          <label key={option.label}>
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...value, option.value] : value.filter((one) => one !== option.value))
              }
            />
            {option.label}
          </label>
        ))}
      </div>
      {error ? (
        <span id={errorId} className={classes.error}>
          {error}
        </span>
      ) : null}
    </fieldset>
  );
}
