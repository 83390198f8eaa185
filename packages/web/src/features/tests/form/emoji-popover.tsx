/** The emoji picker under its button. */
import { Popover, Skeleton } from '@mantine/core';
import { lazy, type ReactElement, Suspense } from 'react';
import classes from '../../../ui/form.module.css';

/** 100 kB and more, for those who want emoji. */
const EmojiPanel = lazy(async () => ({ default: (await import('./emoji-panel.tsx')).EmojiPanel }));

interface EmojiPopoverProps {
  readonly open: boolean;
  readonly button: ReactElement;
  readonly onOpen: (open: boolean) => void;
  /** Leads the focus back as well. */
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
      // Its own handling of Escape would skip ours, and lose the focus.
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
