/** A few options below each other, one of them selected, each with a sentence about it: native radio buttons. */

import { FormError } from './form-dialog.tsx';
import classes from './radio-list.module.css';

interface RadioListProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly about: string }[];
  readonly value: Value;
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
}

export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { label, name, options, value, error, onChange } = props;
  return (
    <fieldset className={classes.list}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <strong>{option.label}</strong>
            <span className={classes.about}>{option.about}</span>
          </span>
        </label>
      ))}
      <FormError>{error}</FormError>
    </fieldset>
  );
}
