/** Shown if the list has no rows: which filters match nothing, and what to do (LIST-6, OVERVIEW-2). */
import { Button } from '@mantine/core';
import { OPERATORS } from '@textprobe/domain/roles';
import { searchedTestId } from '@textprobe/domain/search-words';
import { Link } from 'react-router';
import type { TestFilters } from '../../../api/tests.ts';
import { useMay } from '../../../ui/role.tsx';
import { datesInWords } from './filter-words.ts';
import { hasFilters, isBackwards, isSearch } from './list-address.ts';

interface EmptyListProps {
  readonly filters: TestFilters;
  /** Whether it is known that there are none. */
  readonly isKnown: boolean;
  readonly onClear: () => void;
}

export function EmptyList({ filters, isKnown, onClear }: EmptyListProps) {
  const mayCreate = useMay(OPERATORS);
  if (isBackwards(filters)) return <p>The dates end before they start. Change one of them.</p>;
  return (
    <>
      <p>No tests found matching the current filters.</p>
      {mayCreate && !hasFilters(filters) && isKnown && <Link to="/create-tests">Create the first one</Link>}
      {isSearch(filters) && isKnown && (
        <>
          <p>{missedWords(filters)}</p>
          <Button variant="default" size="sm" onClick={onClear}>
            Show all tests
          </Button>
        </>
      )}
    </>
  );
}

/** `No test has “zebra” in its message.` */
export function missedWords({ text, carrier, from, to, ...others }: TestFilters): string {
  const wanted = [
    text !== undefined &&
      `“${text.trim()}” in its message${searchedTestId(text) === null ? '' : ' or as its ID'}`,
    carrier !== undefined && `a phone on ${carrier}`,
    (from ?? to) !== undefined && `a creation date ${datesInWords(from, to)}`,
  ].filter((part) => part !== false);
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(wanted);
  return `${hasFilters(others) ? 'With the other filters, no' : 'No'} test has ${list}.`;
}
