/** A setting that is secret: never shown, kept where nothing is written, given anew or done without. */
import { TextInput } from '@mantine/core';
import { formatDateTime } from '@textprobe/domain/display';
import type { SettingField } from './setting-field.ts';
import { BELOW, PemInput } from './setting-input.tsx';
import { SetupBox } from './setup-box.tsx';
import classes from './setup.module.css';

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

export function SecretInput(props: SecretInputProps) {
  const { field, value, setAt, needed, without, error, onChange, onWithout } = props;
  const { name, label, hint, type } = field;
  const told = {
    name,
    label,
    description: setAt === null ? hint : `Set since ${formatDateTime(setAt)}; leave it empty to keep it.`,
    value,
    error,
  };
  // What takes a secret away has no meaning where there is none.
  const choice = field.without?.value === null && setAt === null ? undefined : field.without;
  return (
    <div className={type === 'pem' ? classes.wide : ''}>
      {!without &&
        (type === 'pem' ? (
          <PemInput told={told} {...(setAt !== null && { placeholder: 'Unchanged' })} onChange={onChange} />
        ) : (
          <TextInput
            {...told}
            type="password"
            inputWrapperOrder={BELOW}
            required={needed && setAt === null}
            placeholder={setAt === null ? '' : 'Unchanged'}
            // A browser that fills in a person's own password here would send it to the carrier.
            autoComplete="new-password"
            spellCheck={false}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        ))}
      {without && <p className={classes.label}>{label}</p>}
      {choice !== undefined && <SetupBox label={choice.label} checked={without} onChange={onWithout} />}
    </div>
  );
}
