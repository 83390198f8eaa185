/** Where the focus goes when a screen takes another's place: to its heading, so that it is read out and Tab goes on from there. */
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * For the frame that holds `<main>`. A screen that takes the focus itself (Create Test: typing can begin at once) keeps
 * it; a page that was just loaded begins at its top, as every page does.
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
