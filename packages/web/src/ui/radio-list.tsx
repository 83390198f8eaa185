/** A few options below each other, one of them selected, each with a sentence about it. */
import { Radio, type RadioGroupProps, Stack } from '@mantine/core';

interface RadioListProps<Value extends string> extends Omit<RadioGroupProps<Value>, 'children'> {
  readonly options: readonly { readonly value: Value; readonly label: string; readonly about: string }[];
}

export function RadioList<Value extends string>({ options, ...group }: RadioListProps<Value>) {
  return (
    <Radio.Group {...group}>
      <Stack gap="xs" mt={4}>
        {options.map(({ value, label, about }) => (
          <Radio key={value} value={value} label={label} description={about} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
