/** Shown if a directory list has no rows: what was not found, and what to do (DIR-1). */
import { Button } from '@mantine/core';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import type { ReactNode } from 'react';
import { type DirectoryAddress, isNarrowed } from './directory-address.ts';
import { KINDS } from './kinds.ts';

interface EmptyEntriesProps {
  readonly kind: DirectoryKind;
  readonly address: DirectoryAddress;
  /** The buttons that create one or import many, for accounts that may use them. */
  readonly create: ReactNode;
  /** Shows the list without search and filters. */
  readonly onShowAll: () => void;
}

export function EmptyEntries({ kind, address, create, onShowAll }: EmptyEntriesProps) {
  const { text, state } = address;
  const what = `${state === 'all' ? '' : `${state} `}${KINDS[kind].noun}s`;
  if (isNarrowed(address)) {
    return (
      <>
        <p>{text === '' ? `No ${what} here.` : `No ${what} match “${text}”.`}</p>
        <Button variant="default" size="sm" onClick={onShowAll}>
          {text === '' ? 'Clear the filter' : 'Clear the search'}
        </Button>
      </>
    );
  }
  if (state === 'retired') return <p>No {what}.</p>;
  return (
    <>
      <p>No {what} yet.</p>
      {create}
    </>
  );
}
