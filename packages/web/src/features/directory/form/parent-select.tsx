/** Chooses the client of an office, or the partner of a client or phone, by search. */
import { Select } from '@mantine/core';
import { type DirectoryChoice, useDirectoryOptions } from '../../../directory/directory-options.ts';
import { IN_DIALOG } from '../../../ui/form-dialog.tsx';

interface ParentSelectProps {
  readonly kind: 'partner' | 'client';
  readonly chosen: DirectoryChoice | null;
  /** What no choice means; null: one must be chosen. */
  readonly none: string | null;
  readonly error: string | undefined;
  /** What follows from the choice. */
  readonly description?: string | undefined;
  readonly onChange: (chosen: DirectoryChoice | null) => void;
}

export function ParentSelect({ kind, chosen, none, error, description, onChange }: ParentSelectProps) {
  const options = useDirectoryOptions({ kind }, chosen);
  return (
    <Select
      {...IN_DIALOG}
      {...options}
      label={kind === 'client' ? 'Client' : 'Partner'}
      placeholder={none ?? `Choose a ${kind}`}
      clearable={none !== null}
      clearButtonProps={{ 'aria-label': 'Clear the partner', 'aria-hidden': false, tabIndex: 0 }}
      value={chosen?.value ?? null}
      error={error}
      description={description}
      onChange={(_value, option) => onChange(option)}
    />
  );
}
