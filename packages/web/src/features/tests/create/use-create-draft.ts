/** The draft of Create Test, kept in session storage at every change: it survives a reload and a login in between (CREATE-19). */
import { useEffect, useRef, useState } from 'react';
import { CREATE_DRAFT_KEY, SENT_DRAFT, sameDraft } from '../../../ui/kept-drafts.ts';
import { type Draft, EMPTY_DRAFT } from '../form/draft.ts';
import { keepDraft, readDraft } from '../form/draft-storage.ts';
import type { Attachment } from '../form/use-attachments.ts';

export function useCreateDraft(chosen: readonly Attachment[]) {
  const [found] = useState(() => readDraft(sessionStorage, CREATE_DRAFT_KEY));
  const [draft, setDraft] = useState<Draft>(found?.draft ?? EMPTY_DRAFT);
  const [lostFiles, setLostFiles] = useState<readonly string[]>(found?.fileNames ?? []);
  // What was found is no news to whoever left it there, and neither is what was sent.
  const [sent, setSent] = useState<Draft>(found?.version === SENT_DRAFT ? found.draft : EMPTY_DRAFT);
  const [seen, setSeen] = useState(draft);
  const unsent = !sameDraft(draft, sent) && !sameDraft(draft, EMPTY_DRAFT);

  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  // Files that were chosen again, or others in their place, are missing no more: not even once they are removed.
  if (chosen.length > 0 && lostFiles.length > 0) setLostFiles([]);
  useEffect(() => {
    const fileNames = chosen.length > 0 ? chosen.map(({ file }) => file.name) : lostFiles;
    keepDraft(sessionStorage, CREATE_DRAFT_KEY, { draft, fileNames, version: unsent ? '' : SENT_DRAFT });
  }, [draft, chosen, lostFiles, unsent]);

  function noteSent(what: Draft) {
    setSent(what);
    setSeen(what);
    setLostFiles([]);
  }

  return {
    draft,
    setDraft,
    /** Whether it says something that no test has been made of. */
    unsent,
    /** And was changed since the screen was opened. */
    changed: unsent && !sameDraft(draft, seen),
    /** Names of files that were chosen before a reload, which no browser keeps. */
    lostFiles,
    forgetLostFiles: () => setLostFiles([]),
    /** A test was made of this. What was typed while that was under way stays, and waits to be sent. */
    noteSent,
    /** Whether the form says something else by now. */
    differsFrom: (what: Draft) => !sameDraft(latest.current, what),
    /** Nothing of this draft waits to be sent: it goes on to serve as the beginning of another. */
    settle(next: Draft) {
      setDraft(next);
      noteSent(next);
    },
  };
}
