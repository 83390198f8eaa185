/** A draft that is kept in session storage as it is edited, so that it survives a reload or a login (CREATE-19, UPDATE-10). */
import { useEffect, useRef, useState } from 'react';
import { SENT_DRAFT, sameDraft } from '../../../ui/unsent-drafts.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { keepDraft, readDraft } from './draft-storage.ts';
import type { Attachment } from './use-attachments.ts';

interface DraftOptions {
  /** Where it is kept. */
  readonly key: string;
  readonly chosen: readonly Attachment[];
  /** The test that is edited: its draft, and its version. Null: the draft of a new test. */
  readonly saved: { readonly draft: Draft; readonly version: string } | null;
}

export function useDraft({ key, chosen, saved }: DraftOptions) {
  const [found] = useState(() => readDraft(sessionStorage, key));
  // A new test that was sent stays in the form, and counts as unedited.
  const [unedited, setUnedited] = useState<Draft>(
    saved?.draft ?? (found?.version === SENT_DRAFT ? found.draft : EMPTY_DRAFT),
  );
  const [draft, setDraft] = useState<Draft>(found?.draft ?? unedited);
  const [missingFiles, setMissingFiles] = useState<readonly string[]>(found?.fileNames ?? []);
  // A kept draft stays based on the version it started from, however often the test has changed since.
  const version = useRef(saved === null ? '' : (found?.version ?? saved.version));
  const [isStale] = useState(
    found !== null &&
      saved !== null &&
      found.version !== saved.version &&
      !sameDraft(found.draft, saved.draft),
  );
  const isUpdate = saved !== null;
  const edited =
    (isUpdate && chosen.length > 0) || (!sameDraft(draft, unedited) && !sameDraft(draft, EMPTY_DRAFT));

  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  // Choosing any file replaces the missing ones, even if it is removed again.
  if (chosen.length > 0 && missingFiles.length > 0) setMissingFiles([]);
  useEffect(() => {
    if (isUpdate && !edited) return sessionStorage.removeItem(key);
    const fileNames = chosen.length > 0 ? chosen.map(({ file }) => file.name) : missingFiles;
    keepDraft(sessionStorage, key, { draft, fileNames, version: edited ? version.current : SENT_DRAFT });
  }, [key, isUpdate, edited, draft, unedited, chosen, missingFiles]);

  return {
    draft,
    setDraft,
    /** Whether it differs from the saved test, or from the last test created from it. */
    edited,
    /** The version of the saved test that it is based on. */
    version,
    /** Whether the saved test had changed when the draft was restored. */
    isStale,
    /** Names of files chosen before a reload; browsers cannot restore the files themselves. */
    missingFiles,
    forgetMissingFiles: () => setMissingFiles([]),
    /** Whether the form has been edited since this draft, also while a request was in flight. */
    differsFrom: (what: Draft) => !sameDraft(latest.current, what),
    /** Compares later edits with this draft, which was saved as this version. */
    rebase(next: Draft, nextVersion = '') {
      version.current = nextVersion;
      setUnedited(next);
      setMissingFiles([]);
    },
    /** Forgets a draft that was sent or discarded. */
    forget: () => sessionStorage.removeItem(key),
  };
}
