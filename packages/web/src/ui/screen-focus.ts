/** Moves the focus when the screen changes, and when the focused element disappears. Used by the frame that holds `<main>`. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';
/** The library's menus and lists restore the focus within 10 ms of closing; a component that replaces another may also take it. */
const GIVE_BACK_MS = 50;

/**
 * Focuses the heading of a new screen, so that it is announced and Tab continues from there. A screen that takes the focus itself (Create
 * Test, for typing) keeps it; a freshly loaded page starts at its top, as usual.
 */
export function useScreenFocus(): void {
  const { pathname } = useLocation();
  const isLoad = useNavigationType() === 'POP';
  const before = useRef<string | null>(null);
  useEffect(() => {
    const [from] = [before.current, (before.current = pathname)];
    // Filters, tabs and pages also change the URL, but not the screen.
    if (from === pathname || (from === null && isLoad)) return;
    const main = document.querySelector('main');
    if (main === null || main.contains(document.activeElement)) return;
    // A dialog was opened while the screen loaded.
    if (document.querySelector('[aria-modal="true"]') !== null) return;
    (main.querySelector('h1') ?? main).focus();
  }, [pathname, isLoad]);
}

/**
 * Focuses a neighbor when the focused element disappears: a deleted row, a removed chip, a page button on the last page. The browser would
 * move the focus to the top of the document, where keyboard and screen reader users would have to start over.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    const main = document.querySelector('main');
    if (main === null) return;
    let last: { readonly element: HTMLElement; readonly pathname: string } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? { element: target, pathname: window.location.pathname } : null;
    };
    const observer = new MutationObserver((records) => {
      if (last === null) return;
      const { element, pathname } = last;
      const record = records.find((one) => isLoss(one, element));
      if (record === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const active = document.activeElement;
        // A new screen focuses its own heading.
        if ((active !== document.body && active !== element) || window.location.pathname !== pathname) return;
        // It was only disabled while busy.
        if (element.isConnected && element.matches(':enabled')) return;
        neighbor(record, main).focus();
      }, GIVE_BACK_MS);
    });
    main.addEventListener('focusin', note);
    observer.observe(main, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      clearTimeout(timer);
      main.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}

/** Removed, or disabled in navigation; a submit button disabled while busy does not count. */
function isLoss({ type, target, removedNodes }: MutationRecord, element: HTMLElement): boolean {
  if (type === 'attributes') return target === element && element.closest('nav, search') !== null;
  return [...removedNodes].some((node) => node.contains(element));
}

/** The next or previous element at this level; further out only the next; in the end, the heading. */
function neighbor(
  { type, target, nextSibling, previousSibling }: MutationRecord,
  main: HTMLElement,
): HTMLElement {
  const isAttribute = type === 'attributes';
  const after = firstFrom(isAttribute ? target.nextSibling : nextSibling, 'nextSibling');
  const before = () => firstFrom(isAttribute ? target.previousSibling : previousSibling, 'previousSibling');
  const near = after ?? before();
  if (near !== null) return near;
  let place: Node | null = target;
  while (place !== null && place !== main && main.contains(place)) {
    const next = firstFrom(place.nextSibling, 'nextSibling');
    if (next !== null) return next;
    place = place.parentNode;
  }
  return main.querySelector('h1') ?? main;
}

function firstFrom(from: Node | null, way: 'nextSibling' | 'previousSibling'): HTMLElement | null {
  for (let node = from; node !== null; node = node[way]) {
    if (!(node instanceof HTMLElement) || !node.isConnected) continue;
    const found = node.matches(FOCUSABLE) ? node : node.querySelector<HTMLElement>(FOCUSABLE);
    // Collapsed or hidden elements take no focus.
    if (found?.checkVisibility()) return found;
  }
  return null;
}
