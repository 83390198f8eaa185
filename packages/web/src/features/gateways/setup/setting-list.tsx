/** The settings of a kind: the important ones first, all others grouped under More settings. */
import type { Gateway } from '@textprobe/contract/gateways';
import { type GatewayDraft, shownFields } from './gateway-draft.ts';
import type { GatewayErrors } from './setting-errors.ts';
import { defaultValueOf, isRequired, type SettingField } from './setting-fields.ts';
import { SecretInput, SettingCheckbox, SettingInput } from './setting-input.tsx';
import classes from './setup.module.css';

export interface SettingListProps {
  readonly draft: GatewayDraft;
  readonly stored: Gateway | null;
  readonly errors: GatewayErrors;
  /** @param field whose error is cleared */
  readonly onChange: (change: (draft: GatewayDraft) => GatewayDraft, field: string) => void;
}

export function SettingList({ draft, stored, errors, onChange }: SettingListProps) {
  const fields = shownFields(draft);
  const groups = Map.groupBy(
    fields.filter(({ group }) => group !== undefined),
    ({ group = '' }) => group,
  );
  const row = (field: SettingField) => (
    <SettingRow key={field.name} {...{ field, draft, stored, errors, onChange }} />
  );
  return (
    <>
      <div className={classes.fields}>{fields.filter(({ group }) => group === undefined).map(row)}</div>
      <details className={classes.more}>
        <summary>
          More settings <span className={classes.hint}>{[...groups.keys()].join(' · ')}</span>
        </summary>
        {[...groups].map(([group, own]) => (
          <fieldset key={group} className={classes.group}>
            <legend>{group}</legend>
            <div className={classes.fields}>{own.map(row)}</div>
          </fieldset>
        ))}
      </details>
    </>
  );
}

function SettingRow({ field, draft, stored, errors, onChange }: SettingListProps & { field: SettingField }) {
  const { kind, without } = draft;
  const { name, label, hint, type, secret } = field;
  const value = draft.texts[kind][name] ?? '';
  const error = errors.fields[`settings.${name}`];
  const needed = isRequired(field);
  const write = (text: string) =>
    onChange(
      (now) => ({ ...now, texts: { ...now.texts, [kind]: { ...now.texts[kind], [name]: text } } }),
      `settings.${name}`,
    );
  if (secret === true) {
    const setWithout = (none: boolean) =>
      onChange(
        (now) => ({
          ...now,
          without: [...now.without.filter((one) => one !== name), ...(none ? [name] : [])],
        }),
        `settings.${name}`,
      );
    const setAt = stored?.secrets.find((one) => one.name === name)?.setAt ?? null;
    return (
      <SecretInput
        {...{ field, value, error, needed, setAt }}
        without={without.includes(name)}
        onChange={write}
        onWithout={setWithout}
      />
    );
  }
  if (type === 'flag') {
    return (
      <SettingCheckbox
        {...{ name, label, hint, error }}
        checked={value === 'true'}
        onChange={(checked) => write(String(checked))}
      />
    );
  }
  return (
    <SettingInput
      {...{ field, value, error, needed }}
      defaultValue={defaultValueOf(field)}
      onChange={write}
    />
  );
}
