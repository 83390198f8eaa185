/**
 * The one tooltip of the console: whatever has `data-tip` is explained by it, under the pointer after a moment and at once by
 * keyboard focus; what has `data-tip-press` too (`Tipped`) when it is pressed, by touch as well. It can be gone over with the
 * pointer, stays until whoever called it goes, and Escape takes it away (WCAG 1.4.13). One for all: a list has thirty buttons, and
 * a component on each is drawn thirty times.
 */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { followTips, type Tip } from './follow-tips.ts';

/** Between the button and its tip (`.tip::after` is as wide, so that the pointer finds the way), and to the window's edge. */
const GAP_PX = 6;

export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => followTips(setTip), []);

  useLayoutEffect(() => {
    const words = box.current;
    if (tip === null || words === null) return;
    const { left, top, bottom, width } = tip.target.getBoundingClientRect();
    const middle = left + width / 2 - words.offsetWidth / 2;
    const room = document.documentElement.clientWidth - words.offsetWidth - GAP_PX;
    const above = top - words.offsetHeight - GAP_PX;
    words.style.left = `${Math.max(GAP_PX, Math.min(middle, room))}px`;
    words.style.top = `${above < GAP_PX ? bottom + GAP_PX : above}px`;
    // The name of a button that shows no words is no description of it as well.
    if (tip.target.getAttribute('aria-label')?.startsWith(tip.words)) return;
    tip.target.setAttribute('aria-describedby', id);
    return () => tip.target.removeAttribute('aria-describedby');
  }, [tip, id]);

  return tip === null ? null : (
    <div ref={box} id={id} role="tooltip" className="tip">
      {tip.words}
    </div>
  );
}

interface TippedProps {
  /** All of it. */
  readonly words: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A shortened text: a button that shows the full text when it is pressed, focused or hovered. */
export function Tipped({ words, className = '', children }: TippedProps) {
  return (
    <button type="button" className={`tipped ${className}`} data-tip={words} data-tip-press>
      {children}
    </button>
  );
}
