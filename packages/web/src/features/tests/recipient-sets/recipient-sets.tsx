/** The button 'Recipient sets' of the form; the list behind it is loaded when it is first opened. */
import { IconBookmark } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, startTransition, useState } from 'react';
import form from '../../../ui/form.module.css';
import type { RecipientChoice } from '../form/recipient-choice.ts';

const SetsPopover = lazy(async () => ({ default: (await import('./sets-popover.tsx')).SetsPopover }));

export interface RecipientSetsProps {
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  /** What is chosen now, to be saved. */
  readonly choice: RecipientChoice;
  /** @param words what was applied */
  readonly onApply: (choice: RecipientChoice, words: string) => void;
  /** @param words what was saved */
  readonly onSaved: (words: string) => void;
}

export function RecipientSets({ buttonRef, ...props }: RecipientSetsProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const button = (
    <button
      ref={buttonRef}
      type="button"
      className={form.chip}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => {
        setOpen(!isOpen);
        // In a transition, so that the button stays in place until the code has loaded.
        startTransition(() => setWasOpened(true));
      }}
    >
      <IconBookmark size={16} aria-hidden />
      Recipient sets
    </button>
  );
  return (
    <Suspense>
      {wasOpened ? (
        <SetsPopover {...props} buttonRef={buttonRef} target={button} isOpen={isOpen} onOpen={setOpen} />
      ) : (
        button
      )}
    </Suspense>
  );
}
