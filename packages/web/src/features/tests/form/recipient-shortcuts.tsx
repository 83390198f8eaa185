/** The head of Client Details: recipient sets, 'Find an office…', and what either has just changed, with Undo (EVIDENCE-7). */
import { useRef, useState } from 'react';
import form from '../../../ui/form.module.css';
import { sameDraft } from '../../../ui/unsent-drafts.ts';
import { RecipientSets } from '../recipient-sets/recipient-sets.tsx';
import { FindOffice } from './find-office.tsx';
import type { SectionProps } from './form-variant.ts';
import { addedWords, choiceOf, type RecipientChoice, withOffice } from './recipient-choice.ts';
import classes from './recipient-shortcuts.module.css';

/** Shown as long as the recipients are those that it is about. */
interface Note {
  readonly words: string;
  readonly about: RecipientChoice;
  /** What Undo restores; null: there is nothing to undo. */
  readonly before: RecipientChoice | null;
}

export function RecipientShortcuts({ draft, onChange }: Pick<SectionProps, 'draft' | 'onChange'>) {
  const [note, setNote] = useState<Note | null>(null);
  const setsButton = useRef<HTMLButtonElement>(null);
  const choice = choiceOf(draft);
  const shown = note !== null && sameDraft(note.about, choice) ? note : null;

  function change(next: RecipientChoice, words: string, before: RecipientChoice | null = choice) {
    const fields = ['partnerIDs', 'clientIDs', 'officeIDs'];
    if (!sameDraft(next.phones, choice.phones)) fields.push('phoneIDs');
    onChange((now) => ({ ...now, ...next }), ...fields);
    setNote({ words, about: next, before: sameDraft(next, before) ? null : before });
  }

  function undo(before: RecipientChoice) {
    change(before, 'Restored the previous recipients', null);
    // The pressed button is gone.
    setsButton.current?.focus();
  }

  return (
    <>
      <div className={form.sectionHead}>
        <h2 id="client-details">Client Details</h2>
        <RecipientSets
          buttonRef={setsButton}
          choice={choice}
          onApply={change}
          onSaved={(words) => setNote({ words, about: choice, before: null })}
        />
      </div>
      <FindOffice onFound={(office) => change(withOffice(choice, office), addedWords(choice, office))} />
      <div role="status" className={classes.note}>
        {shown !== null && (
          <>
            {shown.words}
            {shown.before !== null && (
              <>
                {'. '}
                <button
                  type="button"
                  className={form.retry}
                  onClick={() => shown.before !== null && undo(shown.before)}
                >
                  Undo
                </button>
              </>
            )}
          </>
        )}
      </div>
    </>
  );
}
