/** The form of an entry in a dialog: for a new one, or for one that is read first, so that another person's change of it is noticed. */
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { type Entry, getEntry } from '../../../api/directory-entries.ts';
import { entryQuery } from '../../../directory/entry-query.ts';
import { DialogButtons, FormDialog, FormError } from '../../../ui/form-dialog.tsx';
import { reasonOf } from '../../../ui/problem-reasons.tsx';
import { KINDS } from '../kinds.ts';
import { useRefresh } from '../use-entry-actions.tsx';
import { choiceOf } from './entry-draft.ts';
import { EntryForm } from './entry-form.tsx';

interface EntryDialogProps {
  readonly kind: DirectoryKind;
  /** Null: a new entry. */
  readonly edited: Entry | null;
  /** The parent that the list is filtered by. */
  readonly parentId: number | undefined;
  readonly onClose: () => void;
}

export function EntryDialog({ kind, edited, parentId = 0, onClose }: EntryDialogProps) {
  const refresh = useRefresh();
  const isNew = edited === null;
  // Already loaded by the list, which shows its name.
  const parentQuery = entryQuery(kind === 'offices' ? 'clients' : 'partners', parentId);
  const { data: parent } = useQuery({ ...parentQuery, enabled: isNew && parentId > 0 });
  const stored = useQuery({
    queryKey: ['directory entry to edit', kind, edited?.id],
    queryFn: ({ signal }) => getEntry(kind, edited?.id ?? 0, signal),
    enabled: !isNew,
    // Each time it is opened.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <FormDialog title={isNew ? `Create ${KINDS[kind].noun}` : `Edit ${edited.name}`} onClose={onClose}>
      {isNew || stored.data !== undefined ? (
        <EntryForm
          kind={kind}
          opened={stored.data ?? null}
          parent={parent === undefined || parent.retired ? null : choiceOf(parent)}
          onSaved={({ name }, isLast) => {
            void refresh();
            if (!isLast) return;
            notifications.show({ message: `${isNew ? 'Created' : 'Saved'} ${name}.` });
            onClose();
          }}
          onCancel={onClose}
        />
      ) : (
        <>
          <div aria-busy={stored.isPending}>
            {stored.isError ? <FormError>{reasonOf(stored.error)}</FormError> : <div className="bone" />}
          </div>
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            {stored.isError && <Button onClick={() => void stored.refetch()}>Retry</Button>}
          </DialogButtons>
        </>
      )}
    </FormDialog>
  );
}
