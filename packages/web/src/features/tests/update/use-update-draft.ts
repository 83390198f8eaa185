/** The draft of Update Test: starts from the test, and is kept in session storage while it differs, so that a reload loses no edits. */
import type { Test } from '@textprobe/contract/tests';
import { useEffect, useRef, useState } from 'react';
import { sameDraft, updateDraftKey } from '../../../ui/unsent-drafts.ts';
import { type Draft, draftToUpdate } from '../form/draft.ts';
import { keepDraft, readDraft } from '../form/draft-storage.ts';
import type { Attachment } from '../form/use-attachments.ts';

export function useUpdateDraft(test: Test, chosen: readonly Attachment[]) {
  const key = updateDraftKey(test.testId);
  const [found] = useState(() => readDraft(sessionStorage, key));
  const [base, setBase] = useState(test);
  const [asItIs, setAsItIs] = useState(() => draftToUpdate(test, Date.now()));
  const [draft, setDraft] = useState<Draft>(found?.draft ?? asItIs);
  const [missingFiles, setMissingFiles] = useState<readonly string[]>(found?.fileNames ?? []);
  // A kept draft stays based on the version it started from, however often the test has changed since.
  const baseVersion = useRef(found?.version ?? versionOf(test));
  const [isStale] = useState(
    () => found !== null && found.version !== versionOf(test) && !sameDraft(found.draft, asItIs),
  );
  const changed = chosen.length > 0 || !sameDraft(draft, asItIs);

  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  if (chosen.length > 0 && missingFiles.length > 0) setMissingFiles([]);
  useEffect(() => {
    const fileNames = chosen.map(({ file }) => file.name);
    if (changed) keepDraft(sessionStorage, key, { draft, fileNames, version: baseVersion.current });
    else sessionStorage.removeItem(key);
  }, [key, base, changed, draft, chosen]);

  return {
    draft,
    setDraft,
    /** The test that the draft is compared with. */
    base,
    /** The version of the test that the draft is based on, as {@link versionOf} gives it. */
    baseVersion,
    /** Whether the test has changed since the restored draft was kept. */
    isStale,
    changed,
    missingFiles,
    forgetMissingFiles: () => setMissingFiles([]),
    /** Whether the form has been edited since this version. */
    differsFrom: (what: Draft) => !sameDraft(latest.current, what),
    /** Bases the draft on this version. @returns the draft equal to it */
    rebase(version: Test): Draft {
      const unchanged = draftToUpdate(version, Date.now());
      setBase(version);
      setAsItIs(unchanged);
      baseVersion.current = versionOf(version);
      return unchanged;
    },
    /** Called once the draft is sent or discarded. */
    forget: () => sessionStorage.removeItem(key),
  };
}

export function versionOf({ updateTimestamp, creationTimestamp }: Test): string {
  return updateTimestamp ?? creationTimestamp ?? '';
}
