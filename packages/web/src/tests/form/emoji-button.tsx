/** Opens the emoji picker, by its button or Ctrl/Cmd+E; Escape and a picked emoji close it (CREATE-4). */
import { Popover, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconMoodSmile } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useState } from 'react';
import classes from './test-form.module.css';

/** 100 kB and more, for those who want emoji. */
const EmojiPanel = lazy(async () => ({ default: (await import('./emoji-panel.tsx')).EmojiPanel }));

interface EmojiButtonProps {
  /** Where the focus goes back to. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onEmoji: (emoji: string) => void;
}

export function EmojiButton({ area, onEmoji }: EmojiButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    area.current?.focus();
  };
  // Works in the message box and in the picker's own search field, hence no exceptions.
  useHotkeys([['mod+E', () => (open ? close() : setOpen(true))]], [], true);

  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      // Its own handling of Escape would skip ours, and lose the focus.
      closeOnEscape={false}
      shadow="md"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.emojiDropdown }}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.chip}
          aria-keyshortcuts="Control+E Meta+E"
          title="Emoji (Ctrl+E)"
          onClick={() => (open ? close() : setOpen(true))}
        >
          <IconMoodSmile size={16} aria-hidden />
          Emoji
        </button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label="Emoji"
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          close();
        }}
      >
        <Suspense fallback={<Skeleton width={348} height={298} radius={0} />}>
          <EmojiPanel
            onEmoji={(emoji) => {
              close();
              onEmoji(emoji);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
