/** The button 'Views' of the filters: saves the current filters as a view, and applies or deletes one (OVERVIEW-2). */
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SavedView } from '@textprobe/contract/saved-views';
import { useState } from 'react';
import { createIntents } from '../../../api/intent.ts';
import {
  createSavedView,
  deleteSavedView,
  getSavedViews,
  replaceSavedView,
} from '../../../api/saved-views.ts';
import type { TestFilters } from '../../../api/tests.ts';
import { NamedItems } from '../../../ui/named-items.tsx';
import type { NamedKind } from '../../../ui/save-name.tsx';
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
  const { data: views } = useQuery({
    queryKey: [VIEWS.queryKey],
    queryFn: ({ signal }) => getSavedViews(signal),
    enabled: filters !== '',
  });
  const current = filters === '' ? undefined : views?.find((view) => view.filters === filters);
  return (
    <NamedItems
      kind={VIEWS}
      button={{
        className: classes.action,
        children: (
          <span className={current === undefined ? classes.actionLabel : classes.viewName}>
            {current?.name ?? 'Views'}
          </span>
        ),
      }}
      isCurrent={(view) => view.filters === filters}
      onApply={(view) => onApply(view.filters)}
      saving={{
        label: 'Save this view…',
        placeholder: filterWords(filters),
        refusal: filters === '' ? 'Search or filter the list first, then save the view here.' : null,
        fields: (
          <Checkbox
            size="xs"
            radius="xs"
            label="Share with accounts that see the same partners"
            checked={shared}
            onChange={() => setShared(!shared)}
          />
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
