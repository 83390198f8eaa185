/** The valid handset keys. */
import { Anchor, Text } from '@mantine/core';
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { keyName, markOf } from '../../handsets/key-words.ts';
import { CellNote, EntryTable } from '../../ui/entry-table.tsx';
import { relativeTimestamp } from '../../ui/relative-time.ts';
import type { RowAction } from '../../ui/row-menu.tsx';

interface KeysTableProps {
  /** Undefined while loading. */
  readonly keys: readonly HandsetKey[] | undefined;
  /** The rows belong to another page or search. */
  readonly isOutdated: boolean;
  readonly empty: ReactNode;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly actionsOf: (key: HandsetKey) => readonly RowAction[];
}

export function KeysTable({ keys, now, ...table }: KeysTableProps) {
  return (
    <EntryTable
      {...table}
      aria-label="Handset keys"
      entries={keys}
      columns={{
        Label: (key) => (
          <>
            <strong>{keyName(key)}</strong>
            {key.label !== '' && <CellNote>Key {key.id}</CellNote>}
          </>
        ),
        Phone: ({ phoneId, phoneName }) => (
          <Anchor component={Link} inherit to={`/directory/phones/${phoneId}`}>
            {phoneName}
          </Anchor>
        ),
        'Created by': ({ madeBy }) => madeBy ?? '–',
        Created: ({ createdAt }) => relativeTimestamp(createdAt, now),
        'Last use': (key) => <LastUse of={key} now={now} />,
      }}
      menuName={({ id }) => `key ${id}`}
    />
  );
}

/** When a key or source was last used, and what to know about it. @param props.now epoch milliseconds */
export function LastUse({ of, now }: { of: Parameters<typeof markOf>[0]; now: number }) {
  const mark = markOf(of, now);
  return (
    <>
      {of.lastUsedAt === null ? 'Never' : relativeTimestamp(of.lastUsedAt, now)}
      {mark !== null && (
        <Text size="xs" fw={600} c="dimmed">
          {mark}
        </Text>
      )}
    </>
  );
}
