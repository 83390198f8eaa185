/**
 * The console's alert and confirm: modal dialogs (role alertdialog) with the specification's exact texts, instead of the browser's. `alert`
 * resolves when it is closed, `confirm` with the answer.
 */
import { createContext, type ReactNode, useContext, useState } from 'react';
import { AlertDialog, type AlertDialogProps } from './alert-dialog.tsx';
import { ProblemReasons } from './problem-reasons.tsx';

interface ConfirmOptions {
  readonly confirmLabel: string;
  /** Default: 'Cancel'. */
  readonly cancelLabel?: string;
  readonly details?: ReactNode;
  /** Irreversible: Cancel gets the focus. */
  readonly danger?: boolean;
}
interface Dialogs {
  /** @param error the cause, whose reasons are listed below the text */
  alert(text: string, error?: unknown): Promise<void>;
  confirm(text: string, options: ConfirmOptions): Promise<boolean>;
}

interface OpenDialog extends Omit<AlertDialogProps, 'onClose'> {
  readonly key: number;
  readonly answer: (accepted: boolean) => void;
}

const DialogContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogContext);
  if (dialogs === null) throw new Error('useDialogs needs a DialogProvider above it');
  return dialogs;
}

export function DialogProvider({ children }: { children: ReactNode }) {
  // Dialogs stack, the newest on top, and each gets its own answer.
  const [open, setOpen] = useState<readonly OpenDialog[]>([]);
  const close = (dialog: OpenDialog, accepted: boolean) => {
    setOpen((all) => all.filter(({ key }) => key !== dialog.key));
    dialog.answer(accepted);
  };

  const [dialogs] = useState<Dialogs>(() => {
    let lastKey = 0;
    const show = (dialog: Omit<OpenDialog, 'key'>) => {
      lastKey += 1;
      const key = lastKey;
      setOpen((others) => [...others, { ...dialog, key }]);
    };
    return {
      alert: (text, error) =>
        new Promise((resolve) => {
          const details = error === undefined ? null : <ProblemReasons error={error} />;
          show({ text, details, dismissLabel: 'OK', answer: () => resolve() });
        }),
      confirm: (text, { confirmLabel, cancelLabel = 'Cancel', ...others }) =>
        new Promise((answer) =>
          show({ text, acceptLabel: confirmLabel, dismissLabel: cancelLabel, ...others, answer }),
        ),
    };
  });

  return (
    <DialogContext value={dialogs}>
      {children}
      {open.map((dialog) => (
        <AlertDialog {...dialog} key={dialog.key} onClose={(accepted) => close(dialog, accepted)} />
      ))}
    </DialogContext>
  );
}
