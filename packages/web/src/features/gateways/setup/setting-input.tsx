/**
 * A setting as a field: its label, what it does and what is usual, and what is wrong with it. A line, a choice, a certificate,
 * a secret, or a box to tick.
 */
import { type InputWrapperProps, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { formatDateTime } from '@textprobe/domain/display';
import { useId } from 'react';
import classes from './setup.module.css';

/** One setting of a gateway as a field of the form. */
export interface SettingField {
  /** As the settings name it. */
  readonly name: string;
  readonly label: string;
  /** A sentence on what it does; the unit and the usual value are told beside it. */
  readonly hint: string;
  /** A line of text unless given. */
  readonly type?: 'number' | 'flag' | 'choice' | 'pem';
  readonly unit?: string;
  /** Of a `choice`. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Under More settings, with others of this heading; else it is seen at once. */
  readonly group?: string;
  /** Has no meaning, and is not shown, while this one is off. */
  readonly needs?: string;
  /** What a box says by which a secret is done without, and what is sent for it then: null takes it away. */
  readonly without?: { readonly label: string; readonly value: '' | null };
}

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
      {...told}
      {...typed}
      type={isSecret ? 'password' : 'text'}
      placeholder={placeholder ?? usual}
      {...(type === 'number' && { inputMode: 'decimal' as const })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface SecretInputProps {
  readonly field: SettingField;
  readonly value: string;
  /** Since when there is one; null: there is none. */
  readonly setAt: string | null;
  readonly needed: boolean;
  readonly without: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onWithout: (without: boolean) => void;
}

/** One that is secret: never shown, kept where nothing is written, given anew or done without. */
export function SecretInput(props: SecretInputProps) {
  const { field, value, setAt, needed, without, error, onChange, onWithout } = props;
  const hint = setAt === null ? field.hint : `Set on ${formatDateTime(setAt)}. Leave empty to keep it.`;
  // What takes a secret away has no meaning where there is none.
  const choice = field.without?.value === null && setAt === null ? undefined : field.without;
  return (
    <div className={field.type === 'pem' ? classes.wide : ''}>
      {without ? (
        <p className={classes.label}>{field.label}</p>
      ) : (
        <SettingInput
          {...{ value, error, onChange }}
          field={{ ...field, hint }}
          usual=""
          needed={needed && setAt === null}
          isSecret
          placeholder={setAt === null ? undefined : 'Unchanged'}
        />
      )}
      {choice !== undefined && <SetupBox label={choice.label} checked={without} onChange={onWithout} />}
    </div>
  );
}

interface SetupBoxProps {
  readonly name?: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A box to tick, with a sentence on what that does. */
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
