/** The draft, kept in session storage at every change: it survives a reload and a login in between. */
import { useEffect, useState } from 'react';
import { type Draft, keepDraft, readDraft } from '../form/draft.ts';

export function useDraft() {
  const [draft, setDraft] = useState<Draft>(() => readDraft(sessionStorage));
  useEffect(() => keepDraft(sessionStorage, draft), [draft]);
  return [draft, setDraft] as const;
}
