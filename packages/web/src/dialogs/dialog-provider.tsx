/**
 * The console's own alert and confirm: modal dialogs (role alertdialog) with the specification's exact texts, never the
 * browser's. `alert` resolves when it is closed, `confirm` with the answer.
 */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { AlertDialog } from './alert-dialog.tsx';

export interface AlertOptions {
  /** Shown under the text: reasons, field by field. */
  readonly details?: ReactNode;
  readonly closeLabel?: string;
}
export interface ConfirmOptions {
  readonly confirmLabel: string;
  /** 'Cancel' if not given. */
  readonly cancelLabel?: string;
  readonly details?: ReactNode;
  /** Cannot be undone: the way back has the focus. */
  readonly danger?: boolean;
}
export interface Dialogs {
  alert(text: string, options?: AlertOptions): Promise<void>;
  confirm(text: string, options: ConfirmOptions): Promise<boolean>;
}

interface OpenDialog {
  readonly key: number;
  readonly text: string;
  readonly details?: ReactNode;
  readonly acceptLabel?: string;
  readonly dismissLabel: string;
  readonly danger: boolean;
  readonly answer: (accepted: boolean) => void;
}

const DialogContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogContext);
  if (dialogs === null) throw new Error('useDialogs needs a DialogProvider above it');
  return dialogs;
}

export function DialogProvider({ children }: { children: ReactNode }) {
  // One upon another: the newest lies on top, and each gets its answer.
  const [open, setOpen] = useState<readonly OpenDialog[]>([]);
  const lastKey = useRef(0);

  const show = useCallback((dialog: Omit<OpenDialog, 'key'>) => {
    lastKey.current += 1;
    const key = lastKey.current;
    setOpen((others) => [...others, { ...dialog, key }]);
  }, []);
  const close = (dialog: OpenDialog, accepted: boolean) => {
    setOpen((all) => all.filter(({ key }) => key !== dialog.key));
    dialog.answer(accepted);
  };

  const dialogs = useMemo<Dialogs>(
    () => ({
      alert: (text, { details, closeLabel = 'OK' } = {}) =>
        new Promise((resolve) =>
          show({ text, details, dismissLabel: closeLabel, danger: false, answer: () => resolve() }),
        ),
      confirm: (text, { details, confirmLabel, cancelLabel = 'Cancel', danger = false }) =>
        new Promise((resolve) =>
          show({
            text,
            details,
            acceptLabel: confirmLabel,
            dismissLabel: cancelLabel,
            danger,
            answer: resolve,
          }),
        ),
    }),
    [show],
  );

  return (
    <DialogContext value={dialogs}>
      {children}
      {open.map((dialog) => (
        <AlertDialog {...dialog} key={dialog.key} onClose={(accepted) => close(dialog, accepted)} />
      ))}
    </DialogContext>
  );
}
