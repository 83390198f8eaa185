/** Marks in session storage that a gateway is being written, so that Logout asks first. What is written is not kept there: it has secrets. */
import { useEffect } from 'react';
import { GATEWAY_DRAFT_KEY } from '../../tests/form/kept-drafts.ts';

export function useKeptMark(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const forget = () => sessionStorage.removeItem(GATEWAY_DRAFT_KEY);
    sessionStorage.setItem(GATEWAY_DRAFT_KEY, 'unsaved');
    // With the page itself all is gone.
    window.addEventListener('pagehide', forget);
    return () => {
      window.removeEventListener('pagehide', forget);
      forget();
    };
  }, [unsaved]);
}
