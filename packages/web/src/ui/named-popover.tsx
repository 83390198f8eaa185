/** A popover under its button, for saved things with names; Escape closes it and returns the focus to the button. */
import { Popover } from '@mantine/core';
import type { ReactElement, ReactNode, RefObject } from 'react';
import classes from './named-items.module.css';

interface NamedPopoverProps {
  readonly label: string;
  readonly target: ReactElement;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Whether a confirm dialog is open: a click in it is outside the popover. */
  readonly isAsking: boolean;
  readonly children: ReactNode;
}

export function NamedPopover(props: NamedPopoverProps) {
  const { label, target, buttonRef, isOpen, onOpen, isAsking, children } = props;
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-end"
      width="min(360px, calc(100vw - 32px))"
      trapFocus
      // The library names the dialog by its button, which may show the name of one of the items.
      withRoles={false}
      // The library's Escape handler would bypass ours and lose the focus.
      closeOnEscape={false}
      closeOnClickOutside={!isAsking}
      shadow="md"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.dropdown }}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={(event) => {
          // React events bubble to what surrounds the popover, such as a form that Ctrl+Enter would submit.
          event.stopPropagation();
          if (event.key !== 'Escape') return;
          onOpen(false);
          buttonRef.current?.focus();
        }}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
