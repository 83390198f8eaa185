/** Whom the gateway serves by default: offices without their own gateway, for SMS and for MMS. */
import type { Gateway } from '@textprobe/contract/gateways';
import form from '../../../ui/form.module.css';
import { SENDS_MMS } from './setting-fields.ts';
import { SettingCheckbox } from './setting-input.tsx';
import type { SettingListProps } from './setting-list.tsx';
import classes from './setup.module.css';

interface DefaultsSectionProps extends SettingListProps {
  readonly all: readonly Gateway[];
}

export function DefaultsSection({ draft, stored, all, errors, onChange }: DefaultsSectionProps) {
  const others = all.filter(({ id }) => id !== stored?.id);
  const inPlaceOf = (name: string | undefined) => (name === undefined ? '' : `, in place of “${name}”`);
  const sms = others.find(({ isDefault }) => isDefault)?.name;
  const mms = others.find(({ isDefaultMms }) => isDefaultMms)?.name;
  return (
    <section className={`${form.section} ${classes.section}`} aria-labelledby="gateway-serves">
      <h2 id="gateway-serves">Used by</h2>
      <SettingCheckbox
        name="isDefault"
        label="Default gateway"
        hint={`Sends for all offices without their own gateway${inPlaceOf(sms)}.`}
        error={errors.fields.isDefault}
        checked={draft.isDefault}
        onChange={(isDefault) => onChange((now) => ({ ...now, isDefault }), 'isDefault')}
      />
      {SENDS_MMS[draft.kind] && (
        <SettingCheckbox
          name="isDefaultMms"
          label="Default for MMS"
          hint={`Sends MMS for offices whose gateway can’t${inPlaceOf(mms)}.`}
          error={errors.fields.isDefaultMms}
          checked={draft.isDefaultMms}
          onChange={(isDefaultMms) => onChange((now) => ({ ...now, isDefaultMms }), 'isDefaultMms')}
        />
      )}
      {!draft.isDefault && sms === undefined && (
        <p className={classes.warning}>
          {stored?.isDefault === true
            ? 'A gateway of the gateways file or the lab then takes over if it is marked as default; otherwise those offices can’t send.'
            : 'There is no default gateway, so offices without their own gateway can’t send.'}
        </p>
      )}
      <p className={classes.about}>
        {stored === null ? 'After you add it, assign' : 'Assign'} offices to it on its card, one by one or a
        client at a time.
      </p>
    </section>
  );
}
