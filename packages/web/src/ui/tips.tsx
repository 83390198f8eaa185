/**
 * The one tooltip of the console: whatever has `data-tip` is explained by it, under the pointer after a moment and at once by
 * keyboard focus; what has `data-tip-press` too (`Tipped`) when it is pressed, by touch as well. It can be gone over with the
 * pointer, stays until whoever called it goes, and Escape takes it away (WCAG 1.4.13). One for all: a list has thirty buttons, and
 * a component on each is drawn thirty times.
 */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

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

/** Which element of the page is to be explained now: the pressed one, else that under the pointer, else that with the focus. */
interface Tip {
  readonly target: HTMLElement;
  readonly words: string;
}

const ENTER_MS = 300;
/** Long enough to get from the button to its tip. */
const LEAVE_MS = 200;

/** @param show told what to explain, and again when the page scrolls under it; null: nothing. The answer ends it. */
function followTips(show: (tip: Tip | null) => void): () => void {
  let pressed: HTMLElement | null = null;
  let hovered: HTMLElement | null = null;
  let focused: HTMLElement | null = null;
  /** What the pointer has come to, shown or not yet or no more: it does not ask twice. */
  let pointedAt: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShown = false;

  const update = () => {
    const target = [pressed, hovered, focused].find((one) => one?.isConnected) ?? null;
    isShown = target !== null;
    show(target === null ? null : { target, words: target.dataset.tip ?? '' });
  };
  const hover = (target: HTMLElement | null, afterMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hovered = target;
      update();
    }, afterMs);
  };
  const clear = () => {
    clearTimeout(timer);
    pressed = null;
    hovered = null;
    focused = null;
    if (isShown) update();
  };

  const stop = new AbortController();
  const on = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, listener, { signal: stop.signal, capture: true, passive: true });
  on('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch') return;
    // On the tip itself: it stays.
    if (isOnTip(target)) return clearTimeout(timer);
    const tipped = tippedAt(target);
    if (tipped === pointedAt && tipped !== hovered) return;
    pointedAt = tipped;
    if (tipped !== hovered) hover(tipped, tipped === null ? LEAVE_MS : ENTER_MS);
    else clearTimeout(timer);
  });
  on('pointerout', ({ relatedTarget }) => {
    if (relatedTarget !== null) return;
    pointedAt = null;
    if (hovered !== null) hover(null, LEAVE_MS);
    else clearTimeout(timer);
  });
  on('focusin', ({ target }) => {
    focused = target instanceof Element && target.matches(':focus-visible') ? tippedAt(target) : null;
    if (focused !== null || isShown) update();
  });
  on('focusout', () => {
    focused = null;
    if (isShown) update();
  });
  on('keydown', ({ key }) => key === 'Escape' && clear());
  on('pointerdown', ({ target }) => !isOnTip(target) && clear());
  on('click', ({ target }) => {
    const tipped = tippedAt(target);
    if (tipped?.dataset.tipPress === undefined) return;
    pressed = tipped;
    update();
  });
  on('scroll', () => isShown && update());
  // What is explained may go, and nothing tells of it.
  const observer = new MutationObserver(() => {
    if (isShown && [pressed, hovered, focused].some((one) => one !== null && !one.isConnected)) update();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    stop.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
}

function tippedAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
}

function isOnTip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="tooltip"]') !== null;
}
