/** The recipient sets under their button: saves the current choice, and applies or deletes a set. */
import { Popover } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecipientSet } from '@textprobe/contract/recipient-sets';
import { type ReactElement, useRef, useState } from 'react';
import { deleteRecipientSet, getRecipientSets } from '../../../api/recipient-sets.ts';
import { useDialogs } from '../../../ui/dialog-provider.tsx';
import form from '../../../ui/form.module.css';
import type { RecipientSetsProps } from './recipient-sets.tsx';
import { SaveSet } from './save-set.tsx';
import { appliedWords, choiceOfSet, summaryWords } from './set-words.ts';
import classes from './sets-popover.module.css';

interface SetsPopoverProps extends RecipientSetsProps {
  readonly target: ReactElement;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export function SetsPopover({ target, isOpen, onOpen, buttonRef, ...panel }: SetsPopoverProps) {
  // A press in the question whether to delete a set is outside of the popover.
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    onOpen(false);
    buttonRef.current?.focus();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-end"
      width="min(360px, calc(100vw - 32px))"
      trapFocus
      // The library's Escape handler would bypass ours and lose the focus.
      closeOnEscape={false}
      closeOnClickOutside={!isAsking}
      shadow="md"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.dropdown }}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown
        aria-label="Recipient sets"
        onKeyDown={(event) => {
          // React passes keys on to the form, which Ctrl+Enter would submit.
          event.stopPropagation();
          if (event.key === 'Escape') close();
        }}
      >
        <SetsPanel {...panel} onAsk={setAsking} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface SetsPanelProps extends Omit<RecipientSetsProps, 'buttonRef'> {
  readonly onAsk: (isAsking: boolean) => void;
  readonly onClose: () => void;
}

function SetsPanel({ choice, onApply, onSaved, onAsk, onClose }: SetsPanelProps) {
  const queries = useQueryClient();
  const dialogs = useDialogs();
  const panel = useRef<HTMLDivElement>(null);
  const sets = useQuery({
    queryKey: ['recipient-sets'],
    queryFn: ({ signal }) => getRecipientSets(signal),
    // Read each time it opens: other accounts save sets too.
    staleTime: 0,
  });

  async function remove({ id, name }: RecipientSet) {
    onAsk(true);
    try {
      const isMeant = await dialogs.confirm(`Delete the recipient set ${name}?`, {
        confirmLabel: 'Delete',
        danger: true,
        details: <p>Tests created with it keep their recipients.</p>,
      });
      if (!isMeant) return;
      await deleteRecipientSet(id);
      // Its buttons are gone.
      panel.current?.focus();
    } catch (error) {
      console.error('Failed to delete the recipient set', error);
      await dialogs.alert(`Failed to delete ${name}. Please try again.`, error);
    } finally {
      onAsk(false);
      await queries.invalidateQueries({ queryKey: ['recipient-sets'] });
    }
  }

  return (
    <div ref={panel} tabIndex={-1} className={classes.panel}>
      <SaveSet
        choice={choice}
        onSaved={(words) => {
          onSaved(words);
          onClose();
        }}
      />
      {sets.data !== undefined && sets.data.length > 0 ? (
        <ul className={classes.sets} aria-label="Saved sets">
          {sets.data.map((set) => (
            <li key={set.id} className={classes.set}>
              <button
                type="button"
                className={classes.apply}
                onClick={() => {
                  onApply(choiceOfSet(set), appliedWords(set));
                  onClose();
                }}
              >
                <span className={classes.name}>{set.name}</span>{' '}
                <span className={classes.summary}>{summaryWords(set)}</span>
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete ${set.name}`}
                data-tip="Delete"
                onClick={() => void remove(set)}
              >
                <IconTrash size={18} stroke={1.7} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p role="status" className={classes.about}>
          {sets.isError ? (
            <>
              The sets could not be loaded.{' '}
              <button type="button" className={form.retry} onClick={() => void sets.refetch()}>
                Retry
              </button>
            </>
          ) : sets.data === undefined ? (
            'Loading sets...'
          ) : (
            'No sets yet. A set saves the chosen partners, clients, offices and phones under a name, to choose them again with two clicks.'
          )}
        </p>
      )}
    </div>
  );
}
