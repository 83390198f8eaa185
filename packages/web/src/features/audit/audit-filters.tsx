/** The filters of the audit trail: who, what, on which object, and when (AUDIT-3). */
import { Button, Group, Paper, SimpleGrid, TextInput } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AuditQuery } from '@textprobe/contract/audit';
import { AUDIT_ACTIONS, AUDIT_OBJECTS, auditWords } from '@textprobe/contract/audit-actions';
import { useState } from 'react';
import { DateField } from '../../ui/date-field.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { type FilterChanges, hasFilters, OBJECT_ID_LIMIT } from './audit-address.ts';
import { accountsQuery } from './use-objects.ts';

const optionOf = (value: string) => ({ value, label: auditWords(value) });
const OBJECTS = AUDIT_OBJECTS.map(optionOf);
const ACTIONS = AUDIT_OBJECTS.map((kind) => ({
  group: auditWords(kind),
  items: AUDIT_ACTIONS.filter((action) => action.startsWith(`${kind}.`)).map(optionOf),
}));

interface AuditFiltersProps {
  readonly filters: AuditQuery;
  readonly onFilter: (changes: FilterChanges) => void;
  readonly onClear: () => void;
}

export function AuditFilters({ filters, onFilter, onClear }: AuditFiltersProps) {
  const { accountId, action, objectKind, objectId, from, to } = filters;
  const isBackwards = from !== undefined && to !== undefined && to < from;
  return (
    <Paper component="search" display="block" withBorder p="md" mb="md" aria-label="Filters">
      <SimpleGrid type="container" cols={{ base: 2, '520px': 3, '880px': 6 }} spacing="sm">
        <FilterSelect
          label="Account"
          data={useAccountOptions(accountId)}
          searchable
          value={accountId?.toString() ?? null}
          onChange={(chosen) => onFilter({ accountId: chosen })}
        />
        <FilterSelect
          label="Action"
          data={ACTIONS}
          searchable
          value={action ?? null}
          onChange={(chosen) => onFilter({ action: chosen })}
        />
        <FilterSelect
          label="Object"
          data={OBJECTS}
          searchable
          value={objectKind ?? null}
          onChange={(chosen) => onFilter({ objectKind: chosen, objectId: null })}
        />
        {objectKind !== undefined && (
          <ObjectId key={objectKind} value={objectId} onChange={(id) => onFilter({ objectId: id })} />
        )}
        <DateField label="From" value={from ?? null} onChange={(day) => onFilter({ from: day })} />
        <DateField
          label="To"
          value={to ?? null}
          error={isBackwards ? 'Ends before it starts' : undefined}
          onChange={(day) => onFilter({ to: day })}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="sm">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          disabled={!hasFilters(filters)}
          onClick={onClear}
        >
          Clear filters
        </Button>
      </Group>
    </Paper>
  );
}

/** @param chosen stays an option if it is not among the accounts */
function useAccountOptions(chosen: number | undefined) {
  const { data } = useQuery(accountsQuery);
  const options = (data?.accounts ?? []).map(({ id, username }) => ({ value: String(id), label: username }));
  if (chosen === undefined || options.some(({ value }) => value === String(chosen))) return options;
  return [...options, { value: String(chosen), label: `Account ${chosen}` }];
}

interface ObjectIdProps {
  readonly value: string | undefined;
  readonly onChange: (id: string | null) => void;
}

/** Filters when Enter is pressed or the field is left. */
function ObjectId({ value = '', onChange }: ObjectIdProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const search = () => {
    const id = typed?.trim() ?? value;
    if (id !== value) onChange(id || null);
  };
  return (
    <TextInput
      size="sm"
      label="Object ID"
      placeholder="All"
      maxLength={OBJECT_ID_LIMIT}
      autoComplete="off"
      value={typed ?? value}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && search()}
      onBlur={() => {
        search();
        setTyped(null);
      }}
    />
  );
}
