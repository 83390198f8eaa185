/** The actions on one entry from its row; they ask for confirmation where something is lost (DIR-1). */
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { deleteEntry, type Entry, setRetired } from '../../api/directory-entries.ts';
import { HttpError } from '../../api/http.ts';
import { ENTRY_KEY } from '../../directory/entry-query.ts';
import { refreshDirectory } from '../../directory/refresh-directory.ts';
import { dialogs } from '../../ui/dialogs.tsx';
import { useListAction } from '../../ui/list-action.tsx';
import { retiringWords } from './entry-words.ts';

/** The lists of the directory, by page. */
export const ENTRIES_KEY = 'directory entries';

/** @returns a function that refetches all that shows the directory: its lists, the gateways, which name and count offices, and the first steps */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    refreshDirectory(queries, [ENTRIES_KEY, ENTRY_KEY, 'gateways', 'office-gateways', 'first-steps']);
}

export type EntryActions = ReturnType<typeof useEntryActions>;

export function useEntryActions(kind: DirectoryKind) {
  const run = useListAction(useRefresh());

  /** @param why begins the question */
  async function askToRetire({ id, name }: Entry, question: string, why?: string): Promise<void> {
    const details = (
      <>
        {why && <p>{why}</p>}
        <p>{retiringWords(kind)}</p>
      </>
    );
    if (!(await dialogs.confirm(question, { confirmLabel: 'Retire', details }))) return;
    await setRetired(kind, id, true);
    notifications.show({ message: `Retired ${name}.` });
  }

  /** Offers to retire an entry that is in use. */
  async function remove(entry: Entry): Promise<void> {
    const { id, name, retired } = entry;
    await run({
      what: `delete ${name}`,
      question: {
        text: `Delete ${name}?`,
        confirmLabel: 'Delete',
        details: 'This cannot be undone. If something uses it, it can only be retired.',
      },
      async act() {
        try {
          await deleteEntry(kind, id);
          notifications.show({ message: `Deleted ${name}.` });
        } catch (error) {
          if (!(error instanceof HttpError && error.problem?.code === 'directory.in-use')) throw error;
          const refusal = `${name} cannot be deleted.`;
          if (retired) await dialogs.alert(refusal, error);
          else await askToRetire(entry, refusal, error.detail);
        }
      },
    });
  }

  return {
    retire: (entry: Entry) =>
      run({ what: `retire ${entry.name}`, act: () => askToRetire(entry, `Retire ${entry.name}?`) }),
    restore: ({ id, name }: Entry) =>
      run({
        what: `restore ${name}`,
        act: () => setRetired(kind, id, false),
        done: `Restored ${name}.`,
      }),
    remove,
  };
}
