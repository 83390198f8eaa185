/** The apps and provider accounts that report for phones, below the keys. */
import { Box, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { HandsetSource } from '@textprobe/contract/handset-sources';
import { formatDateTime } from '@textprobe/domain/display';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { phonesQuery } from '../../directory/use-directory.ts';
import { SOURCE_KINDS } from '../../handsets/key-words.ts';
import { CellNote, EntryTable } from '../../ui/entry-table.tsx';
import { LoadFailure } from '../../ui/refresh-button.tsx';
import type { RowAction } from '../../ui/row-menu.tsx';
import { LastUse } from './keys-table.tsx';
import { useHandsetSources } from './use-handset-keys.ts';

const PHONES_SHOWN = 3;

interface SourcesSectionProps {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly actionsOf: (source: HandsetSource) => readonly RowAction[];
}

export function SourcesSection({ now, actionsOf }: SourcesSectionProps) {
  const { data, isError } = useHandsetSources();
  const phones = useQuery(phonesQuery());

  function phoneWords(source: HandsetSource): string {
    const ids = [...new Set(source.phones.map(({ phoneId }) => phoneId))];
    // One that is retired, or not loaded, has no name here.
    const names = ids.map((id) => phones.data?.find((phone) => phone.id === id)?.name || `Phone ${id}`);
    const more = names.length - PHONES_SHOWN;
    return `${names.slice(0, PHONES_SHOWN).join(', ')}${more > 0 ? ` +${more}` : ''}` || 'None yet';
  }

  return (
    <Box component="section" mt="xl" aria-labelledby="sources">
      <Title order={2} id="sources">
        Sources
      </Title>
      <Text c="dimmed" mb="sm">
        Apps and provider accounts that report for phones, each with a URL and a secret.
      </Text>
      {isError && <LoadFailure>The sources could not be loaded.</LoadFailure>}
      <EntryTable
        aria-labelledby="sources"
        entries={isError ? (data ?? []) : data}
        skeletonRows={2}
        empty={isError ? 'No data' : 'No sources yet. Pair a phone to connect an app or a Twilio number.'}
        columns={{
          Name: ({ name, oldSecretUntil }) => (
            <>
              <strong>{name}</strong>
              {oldSecretUntil !== null && (parseTimestamp(oldSecretUntil) ?? 0) > now && (
                <CellNote>Old secret works until {formatDateTime(oldSecretUntil)}</CellNote>
              )}
            </>
          ),
          Type: ({ kind }) => SOURCE_KINDS[kind],
          Phones: phoneWords,
          'Created by': ({ madeBy }) => madeBy ?? '–',
          'Last use': (source) => <LastUse of={source} now={now} />,
        }}
        menuName={({ name }) => name}
        actionsOf={actionsOf}
      />
    </Box>
  );
}
