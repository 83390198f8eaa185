/** Above a directory list: the search, whether retired entries are shown, the order where there are no headers, and the chosen parent. */
import { Button, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import type { NavigateOptions } from 'react-router';
import { entryQuery } from '../../directory/entry-query.ts';
import { SearchField } from '../../ui/search-field.tsx';
import classes from './directory.module.css';
import type { DirectoryAddress, DirectoryChanges } from './directory-address.ts';
import { COLUMN_LABELS, KINDS, ORDERS } from './kinds.ts';

const STATES = [
  { value: 'active', label: 'Active' },
  { value: 'retired', label: 'Retired' },
  { value: 'all', label: 'All' },
];

interface EntriesFilterProps {
  readonly kind: DirectoryKind;
  readonly address: DirectoryAddress;
  readonly onChange: (changes: DirectoryChanges, options?: NavigateOptions) => void;
}

export function EntriesFilter({ kind, address, onChange }: EntriesFilterProps) {
  const { text, state, order, partnerId, clientId } = address;
  const { search, noun } = KINDS[kind];
  return (
    <search aria-label="Filters">
      <Group gap="xs" mb="md">
        <SearchField
          label={search}
          value={text}
          // One history entry for all that is typed.
          onSearch={(words) => onChange({ text: words }, { replace: text !== '' })}
        />
        <SegmentedControl
          aria-label="State"
          data={STATES}
          value={state}
          onChange={(value) => onChange({ state: value })}
        />
        <NativeSelect
          className={classes.order}
          aria-label={`Sort ${noun}s`}
          data={ORDERS[kind].flatMap((column) => [
            { value: column, label: `${COLUMN_LABELS[column]} ↑` },
            { value: `-${column}`, label: `${COLUMN_LABELS[column]} ↓` },
          ])}
          value={order}
          onChange={({ currentTarget }) => onChange({ order: currentTarget.value })}
        />
        {partnerId !== undefined && (
          <ParentFilter kind="partners" id={partnerId} onRemove={() => onChange({ partnerId: null })} />
        )}
        {clientId !== undefined && (
          <ParentFilter kind="clients" id={clientId} onRemove={() => onChange({ clientId: null })} />
        )}
      </Group>
    </search>
  );
}

interface ParentFilterProps {
  readonly kind: 'partners' | 'clients';
  readonly id: number;
  readonly onRemove: () => void;
}

function ParentFilter({ kind, id, onRemove }: ParentFilterProps) {
  const { data } = useQuery(entryQuery(kind, id));
  const label = kind === 'partners' ? 'Partner' : 'Client';
  const words = data === undefined ? `${label} ${id}` : `${label}: ${data.name}`;
  return (
    <Button
      variant="light"
      size="compact-sm"
      radius="xl"
      maw="100%"
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={`Remove the filter ${words}`}
      onClick={onRemove}
    >
      {words}
    </Button>
  );
}
