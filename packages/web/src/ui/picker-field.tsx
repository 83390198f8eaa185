/** A picker as it stands closed: the names of what is chosen, as far as one line holds them, and how many they are. */
import { ComboboxChevron, Input, InputBase } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './choice-picker.module.css';

export interface PickerFieldProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  readonly label: string;
  /** The label stands above already, as a heading. */
  readonly labelHidden: boolean;
  readonly chosen: readonly string[];
  readonly count: number;
  readonly placeholder: string;
  readonly disabled: boolean;
  readonly error: ReactNode;
}

/** A button; what else it is given goes to that. */
export function PickerField(props: PickerFieldProps) {
  const { label, labelHidden, chosen, count, error, placeholder, ...button } = props;
  return (
    <InputBase
      {...button}
      component="button"
      type="button"
      label={labelHidden ? null : label}
      aria-label={label}
      aria-invalid={error ? true : undefined}
      pointer
      error={error}
      rightSection={<ComboboxChevron />}
      rightSectionPointerEvents="none"
      classNames={{ input: classes.input }}
    >
      <span className={classes.value}>
        {chosen.length === 0 ? (
          <Input.Placeholder className={classes.names}>{placeholder}</Input.Placeholder>
        ) : (
          <span className={classes.names}>{chosen.join(', ')}</span>
        )}
        {count > 1 && <span className={classes.count}>{count.toLocaleString('en-US')}</span>}
      </span>
    </InputBase>
  );
}
