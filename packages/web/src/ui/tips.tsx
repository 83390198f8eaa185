/**
 * The console's only tooltip. It explains any element with `data-tip`: on hover after a delay, on keyboard focus at once, and with
 * `data-tip-press` (`Tipped`) when pressed, also by touch. It can be hovered, persists until the pointer or focus leaves, and closes on
 * Escape (WCAG 1.4.13). One for all, because a list has thirty buttons and would render thirty tooltips.
 */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

/** Between the button and its tip (`.tip::after` bridges the same gap for the pointer), and to the window's edge. */
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
    // A tip that repeats the accessible name of an icon button must not also be its description.
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
  /** The full text. */
  readonly words: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A shortened text: a button that shows the full text when pressed, focused or hovered. */
export function Tipped({ words, className = '', children }: TippedProps) {
  return (
    <button type="button" className={`tipped ${className}`} data-tip={words} data-tip-press>
      {children}
    </button>
  );
}

/** The element explained now: the pressed one, else the hovered one, else the focused one. */
interface Tip {
  readonly target: HTMLElement;
  readonly words: string;
}

const ENTER_MS = 300;
/** Long enough to move from the button to its tip. */
const LEAVE_MS = 200;

/** @param show called with the element to explain, and again on scroll; null for none. @returns stops following */
function followTips(show: (tip: Tip | null) => void): () => void {
  let pressed: HTMLElement | null = null;
  let hovered: HTMLElement | null = null;
  let focused: HTMLElement | null = null;
  /** The element under the pointer, whether its tip is shown or not; avoids restarting the timer. */
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
    // Hovering the tip keeps it open.
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
  // Removing an element fires no pointer event.
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
