/**
 * The console's own alert and confirm: modal dialogs (role alertdialog) with the specification's exact texts, never the
 * browser's. `alert` resolves when it is closed, `confirm` with the answer.
 */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';

export interface AlertOptions {
  /** Shown under the text: reasons, field by field. */
  readonly details?: ReactNode;
  readonly closeLabel?: string;
}
export interface ConfirmOptions {
  readonly confirmLabel: string;
  readonly danger?: boolean;
}
export interface Dialogs {
  alert(text: string, options?: AlertOptions): Promise<void>;
  confirm(text: string, options: ConfirmOptions): Promise<boolean>;
}

interface OpenDialog {
  readonly text: string;
  readonly details?: ReactNode;
  readonly confirm: ConfirmOptions | null;
  readonly closeLabel: string;
  readonly answer: (confirmed: boolean) => void;
}

const DialogContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogContext);
  if (dialogs === null) throw new Error('useDialogs needs a DialogProvider above it');
  return dialogs;
}

export function DialogProvider({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [opened, setOpened] = useState(false);
  const current = useRef<OpenDialog | null>(null);

  const open = useCallback((next: OpenDialog) => {
    // A dialog that another pushes aside counts as declined.
    current.current?.answer(false);
    current.current = next;
    setDialog(next);
    setOpened(true);
  }, []);
  const close = useCallback((confirmed: boolean) => {
    current.current?.answer(confirmed);
    current.current = null;
    setOpened(false);
  }, []);

  const dialogs = useMemo<Dialogs>(
    () => ({
      alert: (text, options) =>
        new Promise((resolve) =>
          open({
            text,
            details: options?.details,
            confirm: null,
            closeLabel: options?.closeLabel ?? 'OK',
            answer: () => resolve(),
          }),
        ),
      confirm: (text, options) =>
        new Promise((resolve) => open({ text, confirm: options, closeLabel: 'Cancel', answer: resolve })),
    }),
    [open],
  );

  return (
    <DialogContext value={dialogs}>
      {children}
      <Modal
        opened={opened}
        onClose={() => close(false)}
        withCloseButton={false}
        centered
        size="md"
        role="alertdialog"
        aria-labelledby="dialog-text"
      >
        <Stack gap="md">
          <Text id="dialog-text" fw={550}>
            {dialog?.text}
          </Text>
          {dialog?.details}
          <Group justify="flex-end" gap="xs">
            {dialog?.confirm ? (
              <>
                <Button variant="default" onClick={() => close(false)} data-autofocus>
                  {dialog.closeLabel}
                </Button>
                <Button {...(dialog.confirm.danger ? { color: 'red.8' } : {})} onClick={() => close(true)}>
                  {dialog.confirm.confirmLabel}
                </Button>
              </>
            ) : (
              <Button onClick={() => close(false)} data-autofocus>
                {dialog?.closeLabel}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </DialogContext>
  );
}
