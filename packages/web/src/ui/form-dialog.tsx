/** A modal dialog, open while it is rendered. */
import { Box, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';

interface FormDialogProps {
  readonly title: string;
  /** The width in pixels; default 520. */
  readonly size?: number;
  /** An alert or a question: role alertdialog, without a close button. */
  readonly isAlert?: boolean;
  /** Describes it, below the title. */
  readonly details?: ReactNode;
  /** It has nothing to lose. */
  readonly closeOnClickOutside?: boolean;
  /** Null: only what it shows closes it. */
  readonly onClose: (() => void) | null;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, size, isAlert = false, details, closeOnClickOutside = false, onClose, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  useReturnedFocus();
  const isDescribed = Boolean(details);
  // The library has no props for these two. The same function in every render: with another, the focus would go back to the first field.
  const describe = useCallback(
    (content: HTMLElement | null) => {
      if (isAlert) content?.setAttribute('role', 'alertdialog');
      if (isDescribed) content?.setAttribute('aria-describedby', id);
    },
    [isAlert, isDescribed, id],
  );
  // Escape reaches every open modal.
  const closeTopmost = () => {
    const topmost = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
    if (topmost !== undefined && root.current?.contains(topmost)) onClose?.();
  };

  return (
    <Modal.Root
      ref={root}
      opened
      returnFocus={false}
      {...(size && { size })}
      closeOnClickOutside={closeOnClickOutside}
      onClose={closeTopmost}
    >
      <Modal.Overlay />
      <Modal.Content ref={describe}>
        <Box p="lg">
          <Group justify="space-between" align="start" wrap="nowrap" mb="md">
            <Modal.Title>{title}</Modal.Title>
            {!isAlert && onClose !== null && <Modal.CloseButton />}
          </Group>
          {details && <div id={id}>{details}</div>}
          {children}
        </Box>
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * Returns the focus to where it was once the dialog is gone. (The library does so only where its modal outlives its dialog.)
 * @returns does so at once
 */
export function useReturnedFocus(): () => void {
  const [returnFocus] = useState(() => {
    const focused = document.activeElement;
    // The entry of a menu is gone by then: back to the button of the menu.
    const opener = focused?.closest('[role="menu"]')
      ? document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]')
      : focused;
    return () => opener instanceof HTMLElement && opener.focus({ preventScroll: true });
  });
  useEffect(() => () => void returnFocus(), [returnFocus]);
  return returnFocus;
}

/** The buttons at the end of a dialog. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" mt="lg">
      {children}
    </Group>
  );
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
    // Screen readers skip content outside all landmarks.
    portalProps: { target: '#main' },
    keepMounted: false,
    transitionProps: { duration: 0 },
  },
  // The list itself scrolls: a scroll area around it is not reachable by keyboard.
  withScrollArea: false,
  maxDropdownHeight: 240,
  styles: { options: { maxHeight: 240, overflowY: 'auto' } },
} as const;
