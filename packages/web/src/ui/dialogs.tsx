/**
 * The console's alert and confirm: modal dialogs (role alertdialog) with the specification's exact texts, instead of the browser's. `alert`
 * resolves when it is closed, `confirm` with the answer. Dialogs stack, the newest on top. (The library's own manager shows only the newest,
 * and forgets the state of those below.)
 */
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { DialogButtons, FormDialog } from './form-dialog.tsx';
import { ProblemReasons } from './problem-reasons.tsx';

interface ConfirmOptions {
  readonly confirmLabel: string;
  /** Default: 'Cancel'. */
  readonly cancelLabel?: string;
  /** Below the text. */
  readonly details?: ReactNode;
  /** Irreversible: Cancel gets the focus, so that the action is not one Enter away. */
  readonly danger?: boolean;
}

interface Question extends Omit<ConfirmOptions, 'confirmLabel' | 'cancelLabel'> {
  readonly key: number;
  readonly text: string;
  readonly dismissLabel: string;
  /** Null: there is only one answer. */
  readonly acceptLabel: string | null;
  readonly answer: (isAccepted: boolean) => void;
}

let questions: readonly Question[] = [];
let lastKey = 0;
const changes = new EventTarget();

function setQuestions(next: readonly Question[]): void {
  questions = next;
  changes.dispatchEvent(new Event('change'));
}

function follow(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

function ask(question: Omit<Question, 'key' | 'answer'>): Promise<boolean> {
  lastKey += 1;
  const key = lastKey;
  return new Promise((answer) => setQuestions([...questions, { ...question, key, answer }]));
}

function dismissAll(): void {
  for (const { answer } of questions) answer(false);
  setQuestions([]);
}

export const dialogs = {
  /** @param error the cause, whose reasons are listed below the text */
  async alert(text: string, error?: unknown): Promise<void> {
    const details = error === undefined ? null : <ProblemReasons error={error} />;
    await ask({ text, details, dismissLabel: 'OK', acceptLabel: null });
  },
  confirm(
    text: string,
    { confirmLabel, cancelLabel = 'Cancel', ...others }: ConfirmOptions,
  ): Promise<boolean> {
    return ask({ text, acceptLabel: confirmLabel, dismissLabel: cancelLabel, ...others });
  },
};

/** Shows the open alerts and questions. Rendered once. */
export function OpenDialogs() {
  const open = useSyncExternalStore(follow, () => questions);
  useEffect(() => dismissAll, []);
  return open.map((question) => {
    const { key, text, details, dismissLabel, acceptLabel, danger = false } = question;
    const close = (isAccepted: boolean) => {
      setQuestions(questions.filter((one) => one !== question));
      question.answer(isAccepted);
    };
    const acceptHasFocus = acceptLabel !== null && !danger;
    return (
      <FormDialog key={key} title={text} size={440} isAlert details={details} onClose={() => close(false)}>
        <DialogButtons>
          <Button
            variant={acceptLabel === null ? 'filled' : 'default'}
            data-autofocus={!acceptHasFocus || undefined}
            onClick={() => close(false)}
          >
            {dismissLabel}
          </Button>
          {acceptLabel !== null && (
            <Button
              {...(danger && { color: 'red' })}
              data-autofocus={acceptHasFocus || undefined}
              onClick={() => close(true)}
            >
              {acceptLabel}
            </Button>
          )}
        </DialogButtons>
      </FormDialog>
    );
  });
}
