/**
 * The one tooltip of the console: whatever has `data-tip` is explained by it, under the pointer after a moment and at once by
 * keyboard focus. Escape takes it away. One for all: a list has thirty buttons, and a component on each is drawn thirty times.
 */
import { useEffect, useId, useRef, useState } from 'react';

const DELAY_MS = 300;
/** Between the button and its tip, and to the window's edge. */
const GAP_PX = 6;

interface Tip {
  readonly target: HTMLElement;
  readonly words: string;
}

export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (event: Event, afterMs: number) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;
      clearTimeout(timer);
      if (target === null) return setTip(null);
      const put = () => setTip({ target, words: target.dataset.tip ?? '' });
      if (afterMs === 0) put();
      else timer = setTimeout(put, afterMs);
    };
    const hide = () => {
      clearTimeout(timer);
      setTip(null);
    };
    const stop = new AbortController();
    const on = (type: string, listener: (event: Event) => void) =>
      document.addEventListener(type, listener, { signal: stop.signal, capture: true, passive: true });
    on('pointerover', (event) => (event as PointerEvent).pointerType !== 'touch' && show(event, DELAY_MS));
    on('focusin', (event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event, 0);
    });
    on('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && hide());
    for (const type of ['focusout', 'pointerdown', 'scroll']) on(type, hide);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);

  useEffect(() => {
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
