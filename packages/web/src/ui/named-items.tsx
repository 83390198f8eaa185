/** A button with saved things under it, each with a name: saves what there is now, applies one, or deletes it. */
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { OPERATORS } from '@textprobe/domain/roles';
import { type ReactElement, type RefObject, useRef, useState } from 'react';
import { dialogs } from './dialogs.tsx';
import classes from './named-items.module.css';
import type { NamedItem, NamedKind } from './named-kind.ts';
import { NamedPopover } from './named-popover.tsx';
import { useMay } from './role.tsx';
import { SaveName, type Saving } from './save-name.tsx';

interface NamedItemsProps<T extends NamedItem> {
  readonly kind: NamedKind<T>;
  readonly target: ReactElement;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly isCurrent?: (item: T) => boolean;
  readonly onApply: (item: T) => void;
  readonly saving: Saving<T>;
}

export function NamedItems<T extends NamedItem>(props: NamedItemsProps<T>) {
  const { kind, target, buttonRef, isOpen, onOpen, isCurrent, onApply, saving } = props;
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const mayChange = useMay(OPERATORS);
  const panel = useRef<HTMLDivElement>(null);
  const items = useQuery({
    queryKey: [kind.queryKey],
    queryFn: ({ signal }) => kind.load(signal),
    enabled: isOpen,
    // Read each time it opens: other accounts save too.
    staleTime: 0,
  });
  const reload = () => queries.invalidateQueries({ queryKey: [kind.queryKey] });
  const close = () => {
    onOpen(false);
    buttonRef.current?.focus();
  };

  async function remove(item: T) {
    setAsking(true);
    try {
      const isConfirmed = await dialogs.confirm(`Delete the ${kind.fullNoun} ${item.name}?`, {
        confirmLabel: 'Delete',
        danger: true,
        details: <p>{kind.afterDeleting(item)}</p>,
      });
      if (!isConfirmed) return;
      await kind.remove(item.id);
      // Its buttons are gone.
      panel.current?.focus();
    } catch (error) {
      console.error(`Failed to delete the ${kind.fullNoun}`, error);
      await dialogs.alert(`Failed to delete ${item.name}. Please try again.`, error);
    } finally {
      setAsking(false);
      await reload();
    }
  }

  return (
    <NamedPopover label={kind.title} {...{ target, buttonRef, isOpen, onOpen, isAsking }}>
      <div ref={panel} tabIndex={-1} className={classes.panel}>
        {mayChange && (
          <SaveName
            saving={saving}
            kind={kind}
            onSaved={(item, replaced) => {
              saving.onSaved(item, replaced);
              close();
              return reload();
            }}
          />
        )}
        {items.data !== undefined && items.data.length > 0 ? (
          <ul className={classes.items} aria-label={`Saved ${kind.noun}s`}>
            {items.data.map((item) => (
              <li key={item.id} className={classes.item}>
                <button
                  type="button"
                  className={classes.apply}
                  aria-current={isCurrent?.(item) ? 'true' : undefined}
                  onClick={() => {
                    onApply(item);
                    close();
                  }}
                >
                  <span className={classes.name}>{item.name}</span>{' '}
                  <span className={classes.summary}>{kind.summary(item)}</span>
                </button>
                {mayChange && (
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`Delete ${item.name}`}
                    data-tip="Delete"
                    onClick={() => void remove(item)}
                  >
                    <IconTrash size={18} stroke={1.7} aria-hidden />
                  </button>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p role="status" className={classes.about}>
            {items.isError ? (
              <>
                The {kind.noun}s could not be loaded.{' '}
                <button type="button" className={classes.retry} onClick={() => void items.refetch()}>
                  Retry
                </button>
              </>
            ) : items.data === undefined ? (
              `Loading ${kind.noun}s...`
            ) : (
              kind.whenEmpty
            )}
          </p>
        )}
      </div>
    </NamedPopover>
  );
}
