/** The button 'Views' of the filters: saves the current filters as a view, and applies or deletes one (OVERVIEW-2). */

import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SavedView } from '@textprobe/contract/saved-views';
import { useRef, useState } from 'react';
import { createIntents } from '../../../api/intent.ts';
import {
  createSavedView,
  deleteSavedView,
  getSavedViews,
  replaceSavedView,
} from '../../../api/saved-views.ts';
import type { TestFilters } from '../../../api/tests.ts';
import items from '../../../ui/named-items.module.css';
import { NamedItems } from '../../../ui/named-items.tsx';
import type { NamedKind } from '../../../ui/named-kind.ts';
import classes from './filter-bar.module.css';
import { filterWords } from './filter-words.ts';
import { filtersQuery } from './list-address.ts';

const VIEWS: NamedKind<SavedView> = {
  queryKey: 'saved-views',
  load: getSavedViews,
  remove: deleteSavedView,
  title: 'Views',
  noun: 'view',
  fullNoun: 'view',
  whenEmpty:
    'No views yet. A view saves the search and the filters under a name, to return to them with two clicks.',
  afterDeleting: ({ shared }) =>
    shared ? 'It is shared: other accounts lose it too. The tests stay.' : 'The tests stay.',
  summary: ({ filters, shared, createdBy }) =>
    [
      filterWords(filters),
      ...(shared ? [createdBy === null ? 'shared' : `shared by ${createdBy}`] : []),
    ].join(' · '),
};

interface SavedViewsProps {
  readonly filters: TestFilters;
  /** @param view the query of the list */
  readonly onApply: (view: string) => void;
}

export function SavedViews({ filters: chosen, onApply }: SavedViewsProps) {
  const [intents] = useState(createIntents);
  const [shared, setShared] = useState(false);
  const filters = filtersQuery(chosen);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const current = useCurrentView(chosen);
  const button = (
    <Button
      ref={buttonRef}
      variant="default"
      size="sm"
      fw={500}
      className={classes.action}
      leftSection={<IconBookmark size={16} aria-hidden />}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <span className={current === null ? classes.actionLabel : classes.viewName}>{current ?? 'Views'}</span>
    </Button>
  );
  return (
    <NamedItems
      {...{ buttonRef, isOpen }}
      target={button}
      onOpen={setOpen}
      kind={VIEWS}
      isCurrent={(view) => view.filters === filters}
      onApply={(view) => onApply(view.filters)}
      saving={{
        label: 'Save this view…',
        placeholder: filterWords(filters),
        refusal: filters === '' ? 'Search or filter the list first, then save the view here.' : null,
        fields: (
          <label className={items.option}>
            <input type="checkbox" checked={shared} onChange={() => setShared(!shared)} />
            Share with accounts that see the same partners
          </label>
        ),
        sharesNamesWith: (view) => view.shared === shared,
        save: (name, replaced) => {
          const body = { name, filters, shared };
          const key = intents.keyFor({ body, replaces: replaced?.id });
          return replaced === undefined
            ? createSavedView(body, key)
            : replaceSavedView(replaced.id, body, key);
        },
        onSaved: () => setShared(false),
      }}
    />
  );
}

/** The name of the view with just these filters, if there is one. */
function useCurrentView(filters: TestFilters): string | null {
  const query = filtersQuery(filters);
  const { data } = useQuery({
    queryKey: ['saved-views'],
    queryFn: ({ signal }) => getSavedViews(signal),
    enabled: query !== '',
  });
  return data?.find((view) => view.filters === query)?.name ?? null;
}
