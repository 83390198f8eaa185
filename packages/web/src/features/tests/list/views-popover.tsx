/** The saved views under their button: saves the current filters, and applies or deletes a view (OVERVIEW-2). */
import type { SavedView } from '@textprobe/contract/saved-views';
import { type ReactElement, type RefObject, useState } from 'react';
import { createIntents } from '../../../api/intent.ts';
import {
  createSavedView,
  deleteSavedView,
  getSavedViews,
  replaceSavedView,
} from '../../../api/saved-views.ts';
import items from '../../../ui/named-items.module.css';
import { NamedItems } from '../../../ui/named-items.tsx';
import type { NamedKind } from '../../../ui/named-kind.ts';
import { filterWords } from './filter-words.ts';
import { filtersQuery } from './list-address.ts';
import type { SavedViewsProps } from './saved-views.tsx';

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

interface ViewsPopoverProps extends SavedViewsProps {
  readonly target: ReactElement;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export function ViewsPopover({ filters: chosen, onApply, ...popover }: ViewsPopoverProps) {
  const [intents] = useState(createIntents);
  const [shared, setShared] = useState(false);
  const filters = filtersQuery(chosen);
  return (
    <NamedItems
      {...popover}
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
