/** Phone Numbers: the test phones, chosen one by one or by carrier (CREATE-15). */
import { Button, Group, Text } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { Phone } from '../../../api/normalize.ts';
import { nameOrId, phoneLabel } from '../../../directory/labels.ts';
import { PhonesNotice } from '../../../handsets/phones-notice.tsx';
import { usePhonesHealth } from '../../../handsets/use-phones-health.ts';
import { ChoicePicker } from '../../../ui/choice-picker.tsx';
import { FormSection } from './form-section.tsx';
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
  const groups = [['Select all', allPhones] as const, ...(carriers.length > 1 ? carriers : [])];
  return (
    <FormSection id="phone-numbers" title="Phone Numbers">
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
        <Group gap="xs" mt="xs" mih={26}>
          {allPhones.length > 0 &&
            groups.map(([label, group]) => (
              <PhonesButton
                key={label}
                label={label}
                ids={idsOf(group)}
                chosen={draft.phones}
                onPhones={onPhones}
              />
            ))}
        </Group>
      )}
      {/* Always rendered, so that screen readers announce later changes. */}
      <div aria-live="polite">
        {health !== undefined && health.size > 0 && recipients.receiving.length > 0 && (
          <PhonesNotice phones={recipients.receiving} health={health} />
        )}
      </div>
    </FormSection>
  );
}

interface PhonesButtonProps {
  readonly label: string;
  readonly ids: readonly number[];
  readonly chosen: readonly number[];
  readonly onPhones: (phones: readonly number[]) => void;
}

/** Selects all of its phones, or clears them if all are selected. */
function PhonesButton({ label, ids, chosen, onPhones }: PhonesButtonProps) {
  const own = new Set(ids);
  const others = chosen.filter((id) => !own.has(id));
  const count = chosen.length - others.length;
  const isComplete = count === ids.length;
  return (
    <Button
      variant="default"
      size="compact-sm"
      radius="xl"
      aria-pressed={isComplete}
      {...(isComplete && {
        c: 'var(--tp-accent)',
        bg: 'var(--tp-accent-soft)',
        bd: '1px solid var(--tp-accent)',
      })}
      rightSection={
        <Text span size="xs">
          {count}/{ids.length}
        </Text>
      }
      onClick={() => onPhones(isComplete ? others : [...others, ...ids])}
    >
      {label}
    </Button>
  );
}
