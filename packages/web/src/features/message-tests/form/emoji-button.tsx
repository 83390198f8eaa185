/** Toggles the emoji picker by its button or Ctrl/Cmd+E; Escape and picking an emoji close it (CREATE-4). */
import { Button, Popover, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconMoodSmile } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useState } from 'react';
import { keyText } from '../../../ui/keys.tsx';

/** Loaded on demand: more than 100 kB. */
const EmojiPanel = lazy(async () => ({ default: (await import('./emoji-panel.tsx')).EmojiPanel }));

interface EmojiButtonProps {
  /** Receives the focus after the picker closes. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onEmoji: (emoji: string) => void;
}

export function EmojiButton({ area, onEmoji }: EmojiButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    area.current?.focus();
  };
  const toggle = () => (open ? close() : setOpen(true));
  // No ignored tags: it must work in the message box and in the picker's search field.
  useHotkeys([['mod+E', toggle]], [], true);

  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      // The library's Escape handler would bypass ours and lose the focus.
      closeOnEscape={false}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          radius="xl"
          leftSection={<IconMoodSmile size={16} aria-hidden />}
          aria-keyshortcuts="Control+E Meta+E"
          data-tip={keyText('mod+E')}
          onClick={toggle}
        >
          Emoji
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        style={{ overflow: 'hidden' }}
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
