/**
 * The console's alert and confirm: modal dialogs (role alertdialog) with the specification's exact texts, instead of the browser's. `alert`
 * resolves when it is closed, `confirm` with the answer.
 */
import { Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
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

export const dialogs = {
  /** @param error the cause, whose reasons are listed below the text */
  async alert(text: string, error?: unknown): Promise<void> {
    await ask(text, error === undefined ? null : <ProblemReasons error={error} />, (close) => (
      <Button data-autofocus onClick={() => close(false)}>
        OK
      </Button>
    ));
  },
  confirm(text: string, options: ConfirmOptions): Promise<boolean> {
    const { confirmLabel, cancelLabel = 'Cancel', details, danger = false } = options;
    return ask(text, details, (close) => (
      <>
        <Button variant="default" data-autofocus={danger || undefined} onClick={() => close(false)}>
          {cancelLabel}
        </Button>
        <Button
          {...(danger && { color: 'red' })}
          data-autofocus={!danger || undefined}
          onClick={() => close(true)}
        >
          {confirmLabel}
        </Button>
      </>
    ));
  },
};

function ask(
  text: string,
  details: ReactNode,
  buttons: (close: (isAccepted: boolean) => void) => ReactNode,
): Promise<boolean> {
  return new Promise((answer) => {
    let isAccepted = false;
    const id = modals.open({
      title: text,
      size: 440,
      withCloseButton: false,
      onClose: () => answer(isAccepted),
      children: (
        <div ref={markAsAlert}>
          {details}
          <Group justify="flex-end" gap="xs" mt="lg">
            {buttons((accepted) => {
              isAccepted = accepted;
              modals.close(id);
            })}
          </Group>
        </div>
      ),
    });
  });
}

/** The library has no prop for the role of its modal. */
function markAsAlert(content: HTMLElement | null): void {
  content?.closest('[role="dialog"]')?.setAttribute('role', 'alertdialog');
}
