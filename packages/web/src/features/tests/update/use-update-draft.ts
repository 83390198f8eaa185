/** The draft of Update Test: begun from the test, kept in session storage while it differs, so that a reload loses nothing that was typed. */
import type { Test } from '@textprobe/contract/tests';
import { useEffect, useRef, useState } from 'react';
import { sameDraft, updateDraftKey } from '../../../ui/kept-drafts.ts';
import { type Draft } from '../form/draft.ts';
import { draftToUpdate } from '../form/draft-of-test.ts';
import { keepDraft, readDraft } from '../form/draft-storage.ts';
import type { Attachment } from '../form/use-attachments.ts';

export function useUpdateDraft(test: Test, chosen: readonly Attachment[]) {
  const key = updateDraftKey(test.testId);
  const [found] = useState(() => readDraft(sessionStorage, key));
  const [base, setBase] = useState(test);
  const [asItIs, setAsItIs] = useState(() => draftToUpdate(test, Date.now()));
  const [draft, setDraft] = useState<Draft>(found?.draft ?? asItIs);
  const [lostFiles, setLostFiles] = useState<readonly string[]>(found?.fileNames ?? []);
  // A kept draft stays a change of the version that it was begun from, however often the test has changed since.
  const madeFrom = useRef(found?.version ?? versionOf(test));
  const [overtaken] = useState(
    () => found !== null && found.version !== versionOf(test) && !sameDraft(found.draft, asItIs),
  );
  const changed = chosen.length > 0 || !sameDraft(draft, asItIs);

  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  if (chosen.length > 0 && lostFiles.length > 0) setLostFiles([]);
  useEffect(() => {
    const fileNames = chosen.map(({ file }) => file.name);
    if (changed) keepDraft(sessionStorage, key, { draft, fileNames, version: madeFrom.current });
    else sessionStorage.removeItem(key);
  }, [key, base, changed, draft, chosen]);

  return {
    draft,
    setDraft,
    /** The test that the draft is compared with. */
    base,
    /** Which version of the test the draft was begun from, as {@link versionOf} says it. */
    madeFrom,
    /** Whether the test was changed after the draft was kept that the form began with. */
    overtaken,
    changed,
    lostFiles,
    forgetLostFiles: () => setLostFiles([]),
    /** Whether the form says something else by now. */
    differsFrom: (what: Draft) => !sameDraft(latest.current, what),
    /** Makes the draft a change of this version. @returns the draft that changes nothing in it */
    rebase(version: Test): Draft {
      const unchanged = draftToUpdate(version, Date.now());
      setBase(version);
      setAsItIs(unchanged);
      madeFrom.current = versionOf(version);
      return unchanged;
    },
    /** Sent, or given up. */
    forget: () => sessionStorage.removeItem(key),
  };
}

export function versionOf({ updateTimestamp, creationTimestamp }: Test): string {
  return updateTimestamp ?? creationTimestamp ?? '';
}
