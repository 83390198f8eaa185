/** The form of an entry in a dialog: for a new one, or for one that is read first, so that another person's change of it is noticed. */
import { Button } from '@mantine/core';
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
  /** @param words what was done, as a sentence */
  readonly onDone: (words: string) => void;
}

export function EntryDialog(props: EntryDialogProps) {
  const { kind, edited, onClose } = props;
  return (
    <FormDialog
      title={edited === null ? `Create ${KINDS[kind].noun}` : `Edit ${edited.name}`}
      onClose={onClose}
    >
      {edited === null ? <NewEntry {...props} /> : <StoredForm {...props} id={edited.id} />}
    </FormDialog>
  );
}

function NewEntry({ kind, parentId, onClose, onDone }: EntryDialogProps) {
  const refresh = useRefresh();
  const parentKind = kind === 'offices' ? 'clients' : 'partners';
  // Already loaded by the list, which shows its name.
  const { data } = useQuery({ ...entryQuery(parentKind, parentId ?? 0), enabled: parentId !== undefined });
  return (
    <EntryForm
      kind={kind}
      opened={null}
      parent={data === undefined || data.retired ? null : choiceOf(data)}
      onSaved={({ name }, isLast) => {
        void refresh();
        if (!isLast) return;
        onDone(`Created ${name}.`);
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

function StoredForm({ kind, id, onClose, onDone }: EntryDialogProps & { readonly id: number }) {
  const refresh = useRefresh();
  const stored = useQuery({
    queryKey: ['directory entry to edit', kind, id],
    queryFn: ({ signal }) => getEntry(kind, id, signal),
    // Each time it is opened.
    staleTime: 0,
    gcTime: 0,
  });
  if (stored.data === undefined) {
    return (
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
    );
  }
  return (
    <EntryForm
      kind={kind}
      opened={stored.data}
      parent={null}
      onSaved={({ name }) => {
        void refresh();
        onDone(`Saved ${name}.`);
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
