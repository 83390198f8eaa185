/** The button 'Views' of the filters; the saved views behind it are loaded when it is first opened (OVERVIEW-2). */
import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, startTransition, useRef, useState } from 'react';
import { getSavedViews } from '../../../api/saved-views.ts';
import type { TestFilters } from '../../../api/tests.ts';
import classes from './filter-bar.module.css';
import { filtersQuery } from './list-address.ts';

const ViewsPopover = lazy(async () => ({ default: (await import('./views-popover.tsx')).ViewsPopover }));

export interface SavedViewsProps {
  readonly filters: TestFilters;
  /** @param view the query of the list */
  readonly onApply: (view: string) => void;
}

export function SavedViews(props: SavedViewsProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const current = useCurrentView(props.filters);
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
      onClick={() => {
        setOpen(!isOpen);
        // In a transition, so that the button stays in place until the code has loaded.
        startTransition(() => setWasOpened(true));
      }}
    >
      <span className={current === null ? classes.actionLabel : classes.viewName}>{current ?? 'Views'}</span>
    </Button>
  );
  return (
    <Suspense>
      {wasOpened ? (
        <ViewsPopover {...props} buttonRef={buttonRef} target={button} isOpen={isOpen} onOpen={setOpen} />
      ) : (
        button
      )}
    </Suspense>
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
