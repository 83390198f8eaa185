/** A setting as a field, with label, hint, default and error: a text, a select, a certificate, a secret or a checkbox. */
import { type InputWrapperProps, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { formatDateTime } from '@textprobe/domain/display';
import { useId } from 'react';
import type { SettingField } from './setting-fields.ts';
import classes from './setup.module.css';

interface SettingInputProps {
  readonly field: SettingField;
  readonly value: string;
  readonly defaultValue: string;
  readonly needed: boolean;
  readonly error: string | undefined;
  /** Masked while typing. */
  readonly isSecret?: boolean;
  /** Replaces the default value. */
  readonly placeholder?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Errors are shown at the field, and the hint below it, where it is read when needed. */
export const BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'error',
  'description',
];

export function SettingInput(props: SettingInputProps) {
  const { field, value, defaultValue, needed, error, isSecret = false, placeholder, onChange } = props;
  const { name, type, label, unit, hint, options = [] } = field;
  const common = {
    name,
    label: unit === undefined ? label : `${label} (${unit})`,
    description: defaultValue === '' || type === 'choice' ? hint : `${hint} Default: ${defaultValue}.`,
    inputWrapperOrder: BELOW,
    value,
    error,
    required: needed,
  };
  const typed = {
    // Otherwise the browser may fill in the user's own password, which would be sent to the carrier.
    autoComplete: isSecret ? 'new-password' : 'off',
    spellCheck: false,
  };
  if (type === 'choice') {
    return (
      <NativeSelect
        {...common}
        data={options.map((option) => ({
          ...option,
          label: option.value === defaultValue ? `${option.label} (default)` : option.label,
        }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  if (type === 'pem') {
    // A pasted or opened file stays in the browser until it is sent.
    return (
      <div className={classes.wide}>
        <Textarea
          {...common}
          {...typed}
          rows={3}
          placeholder={placeholder ?? '-----BEGIN …'}
          classNames={{ input: classes.pem ?? '' }}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <label className={classes.file}>
          Load from a file
          <input
            type="file"
            accept=".pem,.crt,.cer,.key,text/plain"
            aria-label={`${label}: load from a file`}
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
      {...common}
      {...typed}
      type={isSecret ? 'password' : 'text'}
      placeholder={placeholder ?? defaultValue}
      {...(type === 'number' && { inputMode: 'decimal' as const })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface SecretInputProps {
  readonly field: SettingField;
  readonly value: string;
  /** When the secret was set; null if there is none. */
  readonly setAt: string | null;
  readonly needed: boolean;
  readonly without: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onWithout: (without: boolean) => void;
}

/** A secret: never shown, kept if left empty, replaced or removed. */
export function SecretInput(props: SecretInputProps) {
  const { field, value, setAt, needed, without, error, onChange, onWithout } = props;
  const hint = setAt === null ? field.hint : `Set on ${formatDateTime(setAt)}. Leave empty to keep it.`;
  // A secret that is not set cannot be removed.
  const choice = field.without?.value === null && setAt === null ? undefined : field.without;
  return (
    <div className={field.type === 'pem' ? classes.wide : ''}>
      {without ? (
        <p className={classes.label}>{field.label}</p>
      ) : (
        <SettingInput
          {...{ value, error, onChange }}
          field={{ ...field, hint }}
          defaultValue=""
          needed={needed && setAt === null}
          isSecret
          placeholder={setAt === null ? undefined : 'Unchanged'}
        />
      )}
      {choice !== undefined && (
        <SettingCheckbox label={choice.label} checked={without} onChange={onWithout} />
      )}
    </div>
  );
}

interface SettingCheckboxProps {
  readonly name?: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox with a hint. */
export function SettingCheckbox({ name, label, hint, error, checked, onChange }: SettingCheckboxProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classes.box}>
      <input
        type="checkbox"
        id={id}
        name={name}
        checked={checked}
        aria-describedby={describedBy || undefined}
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
