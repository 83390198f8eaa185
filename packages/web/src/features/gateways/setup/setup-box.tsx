/** A box to tick, with a sentence on what that does. */
import { useId } from 'react';
import classes from './setup.module.css';

interface SetupBoxProps {
  readonly name?: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function SetupBox({ name, label, hint, error, checked, onChange }: SetupBoxProps) {
  const id = useId();
  const words = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classes.box}>
      <input
        type="checkbox"
        id={id}
        name={name}
        checked={checked}
        aria-describedby={words || undefined}
        aria-invalid={error === undefined ? undefined : true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.wrong}>
          {error}
        </p>
      )}
    </div>
  );
}
