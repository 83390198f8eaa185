/** A modal dialog with a form, open while it is rendered. */
import { Modal, type ModalProps, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

type FormDialogProps = Pick<ModalProps, 'title' | 'size' | 'onClose' | 'children'>;

export function FormDialog(props: FormDialogProps) {
  // The library returns the focus only where its modal outlives its dialog.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => (opener instanceof HTMLElement ? opener.focus({ preventScroll: true }) : undefined),
    [opener],
  );
  return <Modal opened returnFocus={false} {...props} />;
}

/** Says why the form was refused, if it was. */
export function FormError({ children }: { readonly children: string | null | undefined }) {
  if (!children) return null;
  return (
    <Text role="alert" size="sm" c="red" mt={4}>
      {children}
    </Text>
  );
}

/** How a searchable select behaves in the dialog. */
export const IN_DIALOG = {
  searchable: true,
  // A dialog or screen may move the focus here: the list would cover what it shows.
  openOnFocus: false,
  comboboxProps: {
    // A short dialog would cut it off.
    floatingStrategy: 'fixed',
    keepMounted: false,
    transitionProps: { duration: 0 },
  },
  // The list itself scrolls: a scroll area around it is not reachable by keyboard.
  withScrollArea: false,
  maxDropdownHeight: 240,
  styles: { options: { maxHeight: 240, overflowY: 'auto' } },
} as const;
