/** The emoji picker: native glyphs, no external requests, and quick reactions (CREATE-4). */
import { useComputedColorScheme } from '@mantine/core';
import EmojiPicker, { EmojiStyle } from 'emoji-picker-react';
import type { KeyboardEvent } from 'react';
import { styleNonce } from '../../../ui/style-nonce.ts';
import classes from './emoji-panel.module.css';

const QUICK = [
  ['👍', 'Thumbs up'],
  ['❤️', 'Red heart'],
  ['😃', 'Smiling face'],
  ['😢', 'Crying face'],
  ['🙏', 'Folded hands'],
  ['👎', 'Thumbs down'],
  ['😡', 'Angry face'],
] as const;

export function EmojiPanel({ onEmoji }: { onEmoji: (emoji: string) => void }) {
  const scheme = useComputedColorScheme();
  return (
    <div className={classes.panel} onKeyDownCapture={chooseNamed}>
      <EmojiPicker
        className={classes.picker ?? ''}
        nonce={styleNonce()}
        emojiStyle={EmojiStyle.NATIVE}
        colorScheme={scheme}
        width="100%"
        height={254}
        previewConfig={{ showPreview: false }}
        autoFocusSearch
        onEmojiClick={({ emoji }) => onEmoji(emoji)}
      />
      {/* Placed below so that the search field comes first and gets the focus. */}
      <div className={classes.quick} role="group" aria-label="Quick reactions">
        {QUICK.map(([emoji, name]) => (
          <button key={emoji} type="button" aria-label={name} data-tip={name} onClick={() => onEmoji(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Enter inserts the emoji with exactly this name. The library inserts the first match: for “rocket”, an astronaut. */
function chooseNamed(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
  const name = CSS.escape(target.value.trim().toLowerCase());
  const named = currentTarget.querySelector<HTMLElement>(`[aria-label="${name}"]`);
  if (named === null) return;
  event.preventDefault();
  event.stopPropagation();
  named.click();
}
