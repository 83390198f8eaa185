/** The emoji picker: native glyphs, no external requests, and quick reactions (CREATE-4). */
import { ActionIcon, Box, Group, useComputedColorScheme } from '@mantine/core';
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
    // At most 350 by 300 px with the dropdown's border.
    <Box
      w="min(348px, calc(100vw - 34px))"
      h={298}
      style={{ overflow: 'hidden' }}
      onKeyDownCapture={chooseNamed}
    >
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
      <Group
        justify="space-around"
        gap={0}
        wrap="nowrap"
        h={44}
        px="xs"
        style={{ borderTop: '1px solid var(--tp-line)' }}
        role="group"
        aria-label="Quick reactions"
      >
        {QUICK.map(([emoji, name]) => (
          <ActionIcon
            key={emoji}
            variant="subtle"
            size={36}
            fz={20}
            aria-label={name}
            data-tip={name}
            onClick={() => onEmoji(emoji)}
          >
            {emoji}
          </ActionIcon>
        ))}
      </Group>
    </Box>
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
