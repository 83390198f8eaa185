/**
 * Many small choices, any number of which may hold: weekdays, days of the month. One stop for Tab; the arrow keys lead
 * from one to the next, Space and Enter choose.
 */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import classes from './toggle-grid.module.css';

interface ToggleGridProps<Value> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** For labels that are words: as many in a row as fit, rather than seven. */
  readonly wide?: boolean;
  readonly value: readonly Value[];
  readonly error?: ReactNode;
  readonly onChange: (value: readonly Value[]) => void;
}

/** As the week has days. */
const COLUMNS = 7;

export function ToggleGrid<Value>(props: ToggleGridProps<Value>) {
  const { label, options, wide = false, value, error, onChange } = props;
  const id = useId();
  const [stop, setStop] = useState(0);
  const grid = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent, index: number) {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      // Words stand in as many rows as the width makes: there, as in a list, down is the next one.
      ArrowDown: wide ? 1 : COLUMNS,
      ArrowUp: wide ? -1 : -COLUMNS,
      Home: -index,
      End: options.length - 1 - index,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    // At an end too: the page is not to scroll then.
    event.preventDefault();
    const next = index + step;
    if (next < 0 || next >= options.length) return;
    setStop(next);
    (grid.current?.children[next] as HTMLElement | undefined)?.focus();
  }

  return (
    <div className={classes.field}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <div
        ref={grid}
        role="group"
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        className={classes.grid}
        data-wide={wide || undefined}
      >
        {options.map((option, index) => (
          <button
            key={option.label}
            type="button"
            tabIndex={index === stop ? 0 : -1}
            aria-pressed={value.includes(option.value)}
            onFocus={() => setStop(index)}
            onKeyDown={(event) => move(event, index)}
            onClick={() =>
              onChange(
                value.includes(option.value)
                  ? value.filter((one) => one !== option.value)
                  : [...value, option.value],
              )
            }
          >
            {option.label}
          </button>
        ))}
      </div>
      {error ? (
        <span id={`${id}-error`} className={classes.error}>
          {error}
        </span>
      ) : null}
    </div>
  );
}
