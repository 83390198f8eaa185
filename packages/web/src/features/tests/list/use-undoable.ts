/**
 * An action on several things that the screen shows at once and that is carried out ten seconds later, so that it can be undone. It is
 * carried out earlier if another one begins, and if the screen, the page or the session ends.
 */
import { useEffect, useRef, useState } from 'react';
import { session } from '../../../api/http.ts';
import { runInOrder } from '../several/in-order.ts';

const UNDO_MS = 10_000;
/** Calls at the same time. */
const AT_ONCE = 4;

interface Undoable<Item> {
  /** What was done: `2 tests deleted`. */
  readonly words: string;
  readonly items: readonly Item[];
  /** Carries it out for one of them; must not reject. */
  readonly run: (item: Item) => Promise<void>;
  /** The same while the page is closing, when nothing can be awaited. */
  readonly runOnClose: (item: Item) => void;
  readonly onUndo: () => void;
  /** Called after all were carried out. */
  readonly onEnd: () => void;
}

interface Waiting {
  readonly undo: () => void;
  readonly carryOut: () => void;
}

/** @returns `words`: what can still be undone; null for nothing */
export function useUndoable<Item>() {
  const [words, setWords] = useState<string | null>(null);
  const current = useRef<Waiting | null>(null);

  function begin(action: Undoable<Item>): void {
    current.current?.carryOut();
    const left = new Set(action.items);
    const closing = new AbortController();
    const onClose = () => {
      for (const item of left) action.runOnClose(item);
      left.clear();
    };
    window.addEventListener('pagehide', onClose, { signal: closing.signal });
    session.addEventListener('end', onClose, { signal: closing.signal });
    const stopWaiting = () => {
      clearTimeout(timer);
      current.current = null;
      setWords(null);
    };
    const carryOut = async () => {
      stopWaiting();
      await runInOrder(action.items, AT_ONCE, async (item) => {
        if (left.has(item)) await action.run(item);
        left.delete(item);
        return true;
      });
      closing.abort();
      action.onEnd();
    };
    const timer = setTimeout(() => void carryOut(), UNDO_MS);
    current.current = {
      undo() {
        stopWaiting();
        closing.abort();
        action.onUndo();
      },
      carryOut: () => void carryOut(),
    };
    setWords(action.words);
  }

  useEffect(() => () => current.current?.carryOut(), []);

  return { words, begin, undo: () => current.current?.undo() };
}
