/** The command palette (Ctrl+K) and the list of keyboard shortcuts (?) on every screen of the console (OVERVIEW-2). */
import { useWindowEvent } from '@mantine/hooks';
import type { Dispatch, SetStateAction } from 'react';
import { flushSync } from 'react-dom';
import { isMod } from '../../ui/keys.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** Which of the two is open. */
export type PaletteState = 'palette' | 'shortcuts' | null;

interface PaletteProps {
  readonly shown: PaletteState;
  readonly onShow: Dispatch<SetStateAction<PaletteState>>;
  readonly onLogout: () => void;
}

export function Palette({ shown, onShow, onLogout }: PaletteProps) {
  // In the capture phase, because open menus and pickers stop key events.
  useWindowEvent(
    'keydown',
    (event) => {
      const next = stateAfter(event, shown);
      if (next === undefined) return;
      event.preventDefault();
      if (event.repeat) return;
      // The one that is open returns the focus before the other one takes it.
      flushSync(() => onShow(null));
      onShow(next);
    },
    { capture: true },
  );

  const close = () => onShow(null);
  if (shown === 'shortcuts') return <ShortcutsDialog onClose={close} />;
  if (shown === null) return null;
  return <PaletteDialog onClose={close} onShortcuts={() => onShow('shortcuts')} onLogout={onLogout} />;
}

const FIELDS = 'input, textarea, select, [contenteditable]';

/** What a key opens or closes; undefined if it means nothing here. */
function stateAfter(event: KeyboardEvent, shown: PaletteState): PaletteState | undefined {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  // Another dialog is open.
  if (shown === null && document.querySelector('[aria-modal="true"]') !== null) return undefined;
  if (key.toLowerCase() === 'k' && isMod(event)) return shown === 'palette' ? null : 'palette';
  if (key !== '?' || ctrlKey || altKey || metaKey || shown !== null) return undefined;
  const isElsewhere = target instanceof Element && target.closest(`${FIELDS}, [role="dialog"]`) !== null;
  return isElsewhere ? undefined : 'shortcuts';
}
