/** The emoji picker under its button. */
import { Popover, Skeleton } from '@mantine/core';
import { lazy, type ReactElement, Suspense } from 'react';
import classes from '../../../ui/form.module.css';

/** Loaded on demand: more than 100 kB. */
const EmojiPanel = lazy(async () => ({ default: (await import('./emoji-panel.tsx')).EmojiPanel }));

interface EmojiPopoverProps {
  readonly open: boolean;
  readonly button: ReactElement;
  readonly onOpen: (open: boolean) => void;
  /** Also returns the focus. */
  readonly onClose: () => void;
  readonly onEmoji: (emoji: string) => void;
}

export function EmojiPopover({ open, button, onOpen, onClose, onEmoji }: EmojiPopoverProps) {
  return (
    <Popover
      opened={open}
      onChange={onOpen}
      position="bottom-start"
      trapFocus
      // The library's Escape handler would bypass ours and lose the focus.
      closeOnEscape={false}
      shadow="md"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.emojiDropdown }}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown
        aria-label="Emoji"
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      >
        <Suspense fallback={<Skeleton width={348} height={298} radius={0} />}>
          <EmojiPanel
            onEmoji={(emoji) => {
              onClose();
              onEmoji(emoji);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
