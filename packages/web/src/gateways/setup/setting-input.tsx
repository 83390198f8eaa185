/** A setting as a field: its label, what it does and what is usual, and what is wrong with it. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { SettingField } from './setting-field.ts';
import classes from './setup.module.css';

export interface SettingInputProps {
  readonly field: SettingField;
  readonly value: string;
  readonly usual: string;
  readonly needed: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** What is wrong stands at the field, and the word on it below, where it is read once it is needed. */
export const BELOW = ['label', 'input', 'error', 'description'] as (
  | 'label'
  | 'input'
  | 'description'
  | 'error'
)[];

export function SettingInput(props: SettingInputProps) {
  const { field, value, usual, needed, error, onChange } = props;
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
  if (type === 'pem') return <PemInput told={told} onChange={onChange} />;
  return (
    <TextInput
      {...told}
      placeholder={usual}
      autoComplete="off"
      spellCheck={false}
      {...(type === 'number' && { inputMode: 'decimal' as const })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface PemInputProps {
  readonly told: {
    readonly name: string;
    readonly label: string;
    readonly description: string;
    readonly value: string;
    readonly error: string | undefined;
  };
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** A certificate or key, pasted or read from its file; what it is given as stays in the browser until it is sent. */
export function PemInput({ told, placeholder = '-----BEGIN …', onChange }: PemInputProps) {
  return (
    <div className={classes.wide}>
      <Textarea
        {...told}
        inputWrapperOrder={BELOW}
        rows={3}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.pem ?? '' }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <label className={classes.file}>
        Read from a file
        <input
          type="file"
          accept=".pem,.crt,.cer,.key,text/plain"
          aria-label={`${told.label}: read from a file`}
          onChange={({ currentTarget }) => {
            void currentTarget.files?.[0]?.text().then((text) => onChange(text.trim()));
            currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}
