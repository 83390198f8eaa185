/** Stands where a filter will be, with its value and to the pixel, until the filter has come. */
import { ComboboxChevron, TextInput } from '@mantine/core';
import { leave, reach } from './filter-intent.ts';
import type { FilterSelectProps } from './lazy-filter-select.tsx';

type WaitingSelectProps = Pick<FilterSelectProps, 'label' | 'data' | 'value'>;

export function WaitingSelect({ label, data, value }: WaitingSelectProps) {
  const choices = data.flatMap((one) => ('items' in one ? one.items : [one]));
  return (
    <TextInput
      size="sm"
      aria-label={label}
      placeholder={label}
      value={choices.find((choice) => choice.value === value)?.label ?? ''}
      readOnly
      pointer
      rightSection={<ComboboxChevron size="sm" />}
      rightSectionPointerEvents="none"
      onPointerDown={() => reach(label, true)}
      onFocus={() => reach(label, false)}
      onBlur={leave}
    />
  );
}
