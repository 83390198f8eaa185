/** Toggles the emoji picker by its button or Ctrl/Cmd+E; Escape and picking an emoji close it (CREATE-4). */
import { useHotkeys } from '@mantine/hooks';
import { IconMoodSmile } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import classes from '../../../ui/form.module.css';
import { keyText } from '../../../ui/keys.tsx';
import { EmojiPopover } from './emoji-popover.tsx';

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

  const button = (
    <button
      type="button"
      className={classes.chip}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-keyshortcuts="Control+E Meta+E"
      data-tip={keyText('mod+E')}
      onClick={toggle}
    >
      <IconMoodSmile size={16} aria-hidden />
      Emoji
    </button>
  );
  return <EmojiPopover open={open} button={button} onOpen={setOpen} onClose={close} onEmoji={onEmoji} />;
}
