/** The draft of Update Test: begun from the test, kept in session storage while it differs, so that a reload loses nothing that was typed. */
import type { Test } from '@textprobe/contract/tests';
import { useEffect, useState } from 'react';
import { type Draft, sameDraft } from '../form/draft.ts';
import { draftToUpdate } from '../form/draft-of-test.ts';
import { forgetDraft, keepDraft, readDraft } from '../form/draft-storage.ts';
import { updateDraftKey } from '../form/kept-drafts.ts';
import type { Attachment } from '../form/use-attachments.ts';

export function useUpdateDraft(test: Test, chosen: readonly Attachment[]) {
  const key = updateDraftKey(test.testId);
  // What was typed over an older state of the test is not laid over a newer one.
  const version = test.updateTimestamp ?? test.creationTimestamp ?? '';
  const [found] = useState(() => {
    const kept = readDraft(sessionStorage, key);
    return kept?.version === version ? kept : null;
  });
  const [asItIs] = useState(() => draftToUpdate(test, Date.now()));
  const [draft, setDraft] = useState<Draft>(found?.draft ?? asItIs);
  const [lostFiles, setLostFiles] = useState<readonly string[]>(found?.fileNames ?? []);
  const changed = chosen.length > 0 || !sameDraft(draft, asItIs);

  useEffect(() => {
    const fileNames = chosen.map(({ file }) => file.name);
    if (changed) keepDraft(sessionStorage, key, { draft, fileNames, version });
    else forgetDraft(sessionStorage, key);
  }, [key, version, changed, draft, chosen]);

  return {
    draft,
    setDraft,
    changed,
    lostFiles,
    forgetLostFiles: () => setLostFiles([]),
    /** The test as it is again. */
    revert: () => setDraft(asItIs),
    /** Sent, or given up. */
    forget: () => forgetDraft(sessionStorage, key),
  };
}
