/** Phone Numbers: the test phones, chosen one by one or by carrier (CREATE-15). */
import { useCallback, useMemo, useState } from 'react';
import type { Phone } from '../../../api/normalize.ts';
import { nameOrId, phoneLabel } from '../../../directory/labels.ts';
import { PhonesNotice } from '../../../handsets/phones-notice.tsx';
import { usePhonesHealth } from '../../../handsets/use-phones-health.ts';
import { ChoicePicker } from '../../../ui/choice-picker.tsx';
import classes from '../../../ui/form.module.css';
import type { SectionProps } from './form-variant.ts';
import { idsOf } from './use-recipients.ts';

export function PhonesSection({ draft, recipients, errors, onChange }: SectionProps) {
  const { phones, allPhones, chosen } = recipients;
  const isLoading = phones.isLoading || chosen.phones.isLoading;
  const onPhones = (ids: readonly number[]) => onChange((now) => ({ ...now, phones: ids }), 'phoneIDs');
  const [wasOpened, setWasOpened] = useState(false);
  const health = usePhonesHealth(wasOpened || recipients.receiving.length > 0);
  // Depends only on the phones, so that typing a message stays fast.
  const carriers = useMemo(
    () => [...Map.groupBy(allPhones, ({ carrier }) => carrier || 'Unknown')],
    [allPhones],
  );
  const byCarrier = useMemo(() => carriers.flatMap(([, group]) => group), [carriers]);
  const phoneOption = useCallback(
    (phone: Phone) => ({
      id: phone.id,
      label: phoneLabel(phone),
      group: phone.carrier || 'Unknown',
      ...(health?.get(phone.id)?.presence === 'offline' && { note: 'offline' }),
    }),
    [health],
  );
  return (
    <section className={classes.section} aria-labelledby="phone-numbers">
      <h2 id="phone-numbers">Phone Numbers</h2>
      <ChoicePicker
        label="Phone Numbers"
        labelHidden
        placeholder={isLoading ? 'Loading phone numbers...' : 'Choose test phones'}
        loading={isLoading}
        onOpen={() => {
          setWasOpened(true);
          if (phones.isError) void phones.refetch();
        }}
        entries={byCarrier}
        optionOf={phoneOption}
        value={draft.phones}
        unknownLabel={(id) => nameOrId('Phone', id, chosen.phones.names)}
        error={errors.phoneIDs ?? (phones.isError && 'Test phones could not be loaded')}
        onChange={(choice) => onPhones(choice === 'all' ? idsOf(allPhones) : choice)}
      />
      {(phones.isLoading || allPhones.length > 0) && (
        <div className={classes.chips}>
          {allPhones.length > 0 && (
            <PhonesChip label="Select all" phones={allPhones} chosen={draft.phones} onPhones={onPhones} />
          )}
          {carriers.length > 1 &&
            carriers.map(([carrier, group]) => (
              <PhonesChip
                key={carrier}
                label={carrier}
                phones={group}
                chosen={draft.phones}
                onPhones={onPhones}
              />
            ))}
        </div>
      )}
      {/* Always rendered, so that screen readers announce later changes. */}
      <div aria-live="polite">
        {health !== undefined && health.size > 0 && recipients.receiving.length > 0 && (
          <PhonesNotice phones={recipients.receiving} health={health} />
        )}
      </div>
    </section>
  );
}

interface PhonesChipProps {
  readonly label: string;
  readonly phones: readonly Phone[];
  readonly chosen: readonly number[];
  readonly onPhones: (phones: readonly number[]) => void;
}

/** Selects all of its phones, or clears them if all are selected. */
function PhonesChip({ label, phones, chosen, onPhones }: PhonesChipProps) {
  const ids = idsOf(phones);
  const own = new Set(ids);
  const others = chosen.filter((id) => !own.has(id));
  const count = chosen.length - others.length;
  const complete = count === ids.length;
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={complete}
      onClick={() => onPhones(complete ? others : [...others, ...ids])}
    >
      {label}
      <span className={classes.chipCount}>
        {count}/{ids.length}
      </span>
    </button>
  );
}
