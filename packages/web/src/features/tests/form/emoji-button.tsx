/** Toggles the emoji picker by its button or Ctrl/Cmd+E; Escape and picking an emoji close it (CREATE-4). */
import { useHotkeys } from '@mantine/hooks';
import { IconMoodSmile } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, startTransition, useState } from 'react';
import classes from '../../../ui/form.module.css';
import { keyText } from '../../../ui/keys.tsx';

/** Positions the picker under its button; loaded when the picker is first opened. */
const EmojiPopover = lazy(async () => ({ default: (await import('./emoji-popover.tsx')).EmojiPopover }));

interface EmojiButtonProps {
  /** Receives the focus after the picker closes. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onEmoji: (emoji: string) => void;
}

export function EmojiButton({ area, onEmoji }: EmojiButtonProps) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const close = () => {
    setOpen(false);
    area.current?.focus();
  };
  const toggle = () => {
    if (open) return close();
    setOpen(true);
    // In a transition, so that the button stays in place until the code has loaded.
    startTransition(() => setWasOpened(true));
  };
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
  return (
    <Suspense>
      {wasOpened ? (
        <EmojiPopover open={open} button={button} onOpen={setOpen} onClose={close} onEmoji={onEmoji} />
      ) : (
        button
      )}
    </Suspense>
  );
}
