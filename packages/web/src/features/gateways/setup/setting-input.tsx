/** A setting as a field: its label, what it does and what is usual, and what is wrong with it. */
import { type InputWrapperProps, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { SettingField } from './setting-field.ts';
import classes from './setup.module.css';

interface SettingInputProps {
  readonly field: SettingField;
  readonly value: string;
  readonly usual: string;
  readonly needed: boolean;
  readonly error: string | undefined;
  /** Masked while it is typed. */
  readonly isSecret?: boolean;
  /** Replaces the usual value. */
  readonly placeholder?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** What is wrong stands at the field, and the word on it below, where it is read once it is needed. */
export const BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'error',
  'description',
];

export function SettingInput(props: SettingInputProps) {
  const { field, value, usual, needed, error, isSecret = false, placeholder, onChange } = props;
  const { name, type, label, unit, hint, options = [] } = field;
  const told = {
    name,
    label: unit === undefined ? label : `${label} (${unit})`,
    description: usual === '' || type === 'choice' ? hint : `${hint} Usually ${usual}.`,
    inputWrapperOrder: BELOW,
    value,
    error,
    required: needed,
  };
  const typed = {
    // A browser that fills in a person's own password here would send it to the carrier.
    autoComplete: isSecret ? 'new-password' : 'off',
    spellCheck: false,
  };
  if (type === 'choice') {
    return (
      <NativeSelect
        {...told}
        data={options.map((option) => ({
          ...option,
          label: option.value === usual ? `${option.label} (usual)` : option.label,
        }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  if (type === 'pem') {
    // What is pasted or read from a file stays in the browser until it is sent.
    return (
      <div className={classes.wide}>
        <Textarea
          {...told}
          {...typed}
          rows={3}
          placeholder={placeholder ?? '-----BEGIN …'}
          classNames={{ input: classes.pem ?? '' }}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <label className={classes.file}>
          Read from a file
          <input
            type="file"
            accept=".pem,.crt,.cer,.key,text/plain"
            aria-label={`${label}: read from a file`}
            onChange={({ currentTarget }) => {
              void currentTarget.files?.[0]?.text().then((text) => onChange(text.trim()));
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
    );
  }
  return (
    <TextInput
      {...told}
      {...typed}
      type={isSecret ? 'password' : 'text'}
      placeholder={placeholder ?? usual}
      {...(type === 'number' && { inputMode: 'decimal' as const })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
