/** The actions on one entry from its row; they ask for confirmation where something is lost (DIR-1). */
import { useQueryClient } from '@tanstack/react-query';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { deleteEntry, type Entry, setRetired } from '../../api/directory-entries.ts';
import { HttpError } from '../../api/http.ts';
import { ENTRY_KEY } from '../../directory/entry-query.ts';
import { refreshDirectory } from '../../directory/refresh-directory.ts';
import { dialogs } from '../../ui/dialogs.tsx';
import { retiringWords } from './entry-words.ts';
import { ENTRIES_KEY } from './use-entries.ts';

export interface EntryActions {
  readonly retire: (entry: Entry) => Promise<void>;
  readonly restore: (entry: Entry) => Promise<void>;
  readonly remove: (entry: Entry) => Promise<void>;
}

/** @returns a function that refetches all that shows the directory: its lists, the gateways, which name and count offices, and the first steps */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    refreshDirectory(queries, [ENTRIES_KEY, ENTRY_KEY, 'gateways', 'office-gateways', 'first-steps']);
}

/** @param onDone receives what was done, as a sentence */
export function useEntryActions(kind: DirectoryKind, onDone: (words: string) => void): EntryActions {
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

  async function retire({ id, name }: Entry): Promise<string> {
    await setRetired(kind, id, true);
    return `Retired ${name}.`;
  }

  /** Offers to retire an entry that is in use. @param error says what uses it */
  async function offerToRetire(entry: Entry, error: HttpError): Promise<string | null> {
    const text = `${entry.name} cannot be deleted.`;
    if (entry.retired) {
      await dialogs.alert(text, error);
      return null;
    }
    const details = (
      <>
        <p>{error.detail}</p>
        <p>{retiringWords(kind)}</p>
      </>
    );
    return (await dialogs.confirm(text, { confirmLabel: 'Retire', details })) ? retire(entry) : null;
  }

  return {
    async retire(entry) {
      const options = { confirmLabel: 'Retire', details: <p>{retiringWords(kind)}</p> };
      if (await dialogs.confirm(`Retire ${entry.name}?`, options))
        await run(`retire ${entry.name}`, () => retire(entry));
    },
    restore: ({ id, name }) =>
      run(`restore ${name}`, async () => {
        await setRetired(kind, id, false);
        return `Restored ${name}.`;
      }),
    async remove(entry) {
      const { id, name } = entry;
      const details = <p>This cannot be undone. If something uses it, it can only be retired.</p>;
      const options = { confirmLabel: 'Delete', danger: true, details };
      if (!(await dialogs.confirm(`Delete ${name}?`, options))) return;
      await run(`delete ${name}`, async () => {
        try {
          await deleteEntry(kind, id);
        } catch (error) {
          if (error instanceof HttpError && error.problem?.code === 'directory.in-use')
            return offerToRetire(entry, error);
          throw error;
        }
        return `Deleted ${name}.`;
      });
    },
  };
}
