/** A closed picker: the names of the chosen entries, as many as fit on one line, and their count. */
import { ComboboxChevron, Input, InputBase } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './choice-picker.module.css';

export interface PickerFieldProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  readonly label: string;
  /** The label is already shown above, as a heading. */
  readonly labelHidden: boolean;
  readonly chosen: readonly string[];
  readonly count: number;
  readonly placeholder: string;
  readonly disabled: boolean;
  readonly description: string | undefined;
  readonly error: ReactNode;
}

/** A button, which receives all other props. */
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
        {count > 1 && <span className={classes.count}>{figure(count)}</span>}
      </span>
    </InputBase>
  );
}
