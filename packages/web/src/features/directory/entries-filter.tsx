/** Above a directory list: the search, whether retired entries are shown, the order where there are no headers, and the chosen parent. */
import { SegmentedControl } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import type { NavigateOptions } from 'react-router';
import { entryQuery } from '../../directory/entry-query.ts';
import { SearchField } from '../../ui/search-field.tsx';
import classes from './directory.module.css';
import type { DirectoryAddress, EntryState } from './directory-address.ts';
import { COLUMN_LABELS, KINDS, ORDERS } from './kinds.ts';

const STATES: readonly { value: EntryState; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'retired', label: 'Retired' },
  { value: 'all', label: 'All' },
];

interface EntriesFilterProps {
  readonly kind: DirectoryKind;
  readonly address: DirectoryAddress;
  /** @param value null removes it */
  readonly onChange: (name: keyof DirectoryAddress, value: string | null, options?: NavigateOptions) => void;
}

export function EntriesFilter({ kind, address, onChange }: EntriesFilterProps) {
  const { text, state, order, partnerId, clientId } = address;
  const { search, noun } = KINDS[kind];
  return (
    <search className={classes.filter} aria-label="Filters">
      <SearchField
        label={search}
        value={text}
        // One history entry for all that is typed.
        onSearch={(words) => onChange('text', words, { replace: text !== '' })}
      />
      <SegmentedControl
        aria-label="State"
        data={[...STATES]}
        value={state}
        onChange={(value) => onChange('state', value === 'active' ? null : value)}
      />
      <select
        className={classes.order}
        aria-label={`Sort ${noun}s`}
        value={order}
        onChange={({ currentTarget }) => onChange('order', currentTarget.value)}
      >
        {ORDERS[kind].flatMap((column) => [
          <option key={column} value={column}>
            {COLUMN_LABELS[column]} ↑
          </option>,
          <option key={`-${column}`} value={`-${column}`}>
            {COLUMN_LABELS[column]} ↓
          </option>,
        ])}
      </select>
      {partnerId !== undefined && (
        <ParentChip kind="partners" id={partnerId} onRemove={() => onChange('partnerId', null)} />
      )}
      {clientId !== undefined && (
        <ParentChip kind="clients" id={clientId} onRemove={() => onChange('clientId', null)} />
      )}
    </search>
  );
}

interface ParentChipProps {
  readonly kind: 'partners' | 'clients';
  readonly id: number;
  readonly onRemove: () => void;
}

function ParentChip({ kind, id, onRemove }: ParentChipProps) {
  const { data } = useQuery(entryQuery(kind, id));
  const label = kind === 'partners' ? 'Partner' : 'Client';
  const words = data === undefined ? `${label} ${id}` : `${label}: ${data.name}`;
  return (
    <button
      type="button"
      className={classes.chip}
      aria-label={`Remove the filter ${words}`}
      onClick={onRemove}
    >
      {words}
      <IconX size={14} aria-hidden />
    </button>
  );
}
