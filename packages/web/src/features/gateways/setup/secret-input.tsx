/** A setting that is secret: never shown, kept where nothing is written, given anew or done without. */
import { formatDateTime } from '@textprobe/domain/display';
import type { SettingField } from './setting-field.ts';
import { SettingInput } from './setting-input.tsx';
import classes from './setup.module.css';
import { SetupBox } from './setup-box.tsx';

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
  const hint = setAt === null ? field.hint : `Set since ${formatDateTime(setAt)}; leave it empty to keep it.`;
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
