/** The draft of Create Test, saved to session storage on every change so it survives a reload or a login (CREATE-19). */
import { useEffect, useRef, useState } from 'react';
import { CREATE_DRAFT_KEY, SENT_DRAFT, sameDraft } from '../../../ui/unsent-drafts.ts';
import { type Draft, EMPTY_DRAFT } from '../form/draft.ts';
import { keepDraft, readDraft } from '../form/draft-storage.ts';
import type { Attachment } from '../form/use-attachments.ts';

export function useCreateDraft(chosen: readonly Attachment[]) {
  const [found] = useState(() => readDraft(sessionStorage, CREATE_DRAFT_KEY));
  const [draft, setDraft] = useState<Draft>(found?.draft ?? EMPTY_DRAFT);
  const [missingFiles, setMissingFiles] = useState<readonly string[]>(found?.fileNames ?? []);
  // Neither a restored draft nor one that was sent counts as changed.
  const [sent, setSent] = useState<Draft>(found?.version === SENT_DRAFT ? found.draft : EMPTY_DRAFT);
  const [seen, setSeen] = useState(draft);
  const unsent = !sameDraft(draft, sent) && !sameDraft(draft, EMPTY_DRAFT);

  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  // Choosing any file replaces the missing ones, even if it is removed again.
  if (chosen.length > 0 && missingFiles.length > 0) setMissingFiles([]);
  useEffect(() => {
    const fileNames = chosen.length > 0 ? chosen.map(({ file }) => file.name) : missingFiles;
    keepDraft(sessionStorage, CREATE_DRAFT_KEY, { draft, fileNames, version: unsent ? '' : SENT_DRAFT });
  }, [draft, chosen, missingFiles, unsent]);

  function noteSent(what: Draft) {
    setSent(what);
    setSeen(what);
    setMissingFiles([]);
  }

  return {
    draft,
    setDraft,
    /** Whether the draft differs from the last test created from it. */
    unsent,
    /** Whether it also changed since the screen was opened. */
    changed: unsent && !sameDraft(draft, seen),
    /** Names of files chosen before a reload; browsers cannot restore the files themselves. */
    missingFiles,
    forgetMissingFiles: () => setMissingFiles([]),
    /** Marks this draft as sent. Edits made while the request was in flight remain unsent. */
    noteSent,
    /** Whether the form has been edited since this version. */
    differsFrom: (what: Draft) => !sameDraft(latest.current, what),
    /** Replaces the draft and marks it as sent, so that nothing counts as unsaved. */
    settle(next: Draft) {
      setDraft(next);
      noteSent(next);
    },
  };
}
