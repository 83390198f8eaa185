/** Moves the focus when the screen changes and when the focused element disappears. For the frame that holds `<main>`. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';
/** The library's menus and lists give the focus back within 10 ms of being closed; a part that takes another's place takes it too. */
const GIVE_BACK_MS = 50;

/**
 * Focuses the heading of a new screen, so that it is read out and Tab continues from there. A screen that takes the focus itself
 * (Create Test: typing can begin at once) keeps it; a page that was just loaded begins at its top, as every page does.
 */
export function useArrivalFocus(): void {
  const { pathname } = useLocation();
  const isLoad = useNavigationType() === 'POP';
  const before = useRef<string | null>(null);
  useEffect(() => {
    const [from] = [before.current, (before.current = pathname)];
    // Filters, tabs and pages change the address too, but not the screen.
    if (from === pathname || (from === null && isLoad)) return;
    const main = document.querySelector('main');
    if (main === null || main.contains(document.activeElement)) return;
    (main.querySelector('h1') ?? main).focus();
  }, [pathname, isLoad]);
}

/**
 * Focuses a neighbour of the focused element when that disappears: a deleted row, a dismissed chip, a pager at its last page. The
 * browser would move the focus to the top of the document, where keyboard and screen reader users would have to start again.
 */
export function useKeptFocus(): void {
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
        // Another screen has a heading of its own to begin at.
        if ((active !== document.body && active !== element) || window.location.pathname !== pathname) return;
        // Disabled for as long as it is busy.
        if (element.isConnected && element.matches(':enabled')) return;
        neighbour(record, main).focus();
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

/** It was taken away, or is a way that has come to its end: of a form's button that is busy it is not said. */
function isLoss({ type, target, removedNodes }: MutationRecord, element: HTMLElement): boolean {
  if (type === 'attributes') return target === element && element.closest('nav, search') !== null;
  return [...removedNodes].some((node) => node.contains(element));
}

/** What stands after the place, or before it; further out, only what comes after; at last the heading. */
function neighbour(
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
    // What is folded away or laid out nowhere takes no focus.
    if (found?.checkVisibility()) return found;
  }
  return null;
}
