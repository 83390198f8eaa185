/** The actions on one entry from its row; they ask for confirmation where something is lost (DIR-1). */
import { useQueryClient } from '@tanstack/react-query';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { deleteEntry, type Entry, setRetired } from '../../api/directory-entries.ts';
import { HttpError } from '../../api/http.ts';
import { ENTRY_KEY } from '../../directory/entry-query.ts';
import { refreshDirectory } from '../../directory/refresh-directory.ts';
import { dialogs } from '../../ui/dialogs.tsx';
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

/** @param onDone receives what was done, as a sentence */
export function useEntryActions(kind: DirectoryKind, onDone: (words: string) => void) {
  const refresh = useRefresh();

  /** @param act returns what was done, as a sentence; null: nothing */
  async function run(what: string, act: () => Promise<string | null>): Promise<void> {
    try {
      const done = await act();
      if (done !== null) onDone(done);
    } catch (error) {
      console.error(`Failed to ${what}`, error);
      await dialogs.alert(`Failed to ${what}.`, error);
    } finally {
      await refresh();
    }
  }

  /** @param why stands first in the question */
  async function askToRetire({ id, name }: Entry, question: string, why?: string): Promise<string | null> {
    const details = (
      <>
        {why && <p>{why}</p>}
        <p>{retiringWords(kind)}</p>
      </>
    );
    if (!(await dialogs.confirm(question, { confirmLabel: 'Retire', details }))) return null;
    await setRetired(kind, id, true);
    return `Retired ${name}.`;
  }

  /** Offers to retire an entry that is in use. */
  async function remove(entry: Entry): Promise<void> {
    const { id, name, retired } = entry;
    const details = <p>This cannot be undone. If something uses it, it can only be retired.</p>;
    const options = { confirmLabel: 'Delete', danger: true, details };
    if (!(await dialogs.confirm(`Delete ${name}?`, options))) return;
    await run(`delete ${name}`, async () => {
      try {
        await deleteEntry(kind, id);
        return `Deleted ${name}.`;
      } catch (error) {
        if (!(error instanceof HttpError && error.problem?.code === 'directory.in-use')) throw error;
        const refusal = `${name} cannot be deleted.`;
        if (!retired) return askToRetire(entry, refusal, error.detail);
        await dialogs.alert(refusal, error);
        return null;
      }
    });
  }

  return {
    retire: (entry: Entry) => run(`retire ${entry.name}`, () => askToRetire(entry, `Retire ${entry.name}?`)),
    restore: ({ id, name }: Entry) =>
      run(`restore ${name}`, async () => {
        await setRetired(kind, id, false);
        return `Restored ${name}.`;
      }),
    remove,
  };
}
