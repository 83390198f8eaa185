/**
 * The first script of a visit: loads the styles and prefetches data. Small, so that it runs while the console is loading. Each screen is a
 * chunk of its own; the pages that the build makes list them all.
 */
import './fonts/inter.css';
import './app/base.css';
import { prefetchFor } from './app/prefetch.ts';

/** A hidden tab paints no frame. */
const LONGEST_WAIT_MS = 200;

/** Resolves once the page's static frame is painted: what follows keeps the browser busy. */
function framePainted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden || document.getElementById('root')?.childElementCount === 0) return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_WAIT_MS);
  });
}

prefetchFor(new URL(window.location.href));
// Not awaited: the console's chunks import this module, and would wait for it.
void framePainted().then(() => import('./main.tsx'));
