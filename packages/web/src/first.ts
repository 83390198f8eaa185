/**
 * What a visit begins with: the styles, and what can be asked before there is a console. Small, so that it runs while the
 * console itself is still on its way. Each screen is a chunk of its own; the pages that the build makes name them all.
 */
import './fonts/inter.css';
import './app/base.css';
import { askEarlyFor } from './app/early-calls.ts';

/** No frame is painted in a tab that nobody sees. */
const LONGEST_WAIT_MS = 200;

/** Once the console's frame, which the page holds, is on the screen: what comes now keeps the browser busy. */
function framePainted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden || document.getElementById('root')?.childElementCount === 0) return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_WAIT_MS);
  });
}

askEarlyFor(new URL(window.location.href));
// Not awaited: the console's own chunks import this one, and would wait for it.
void framePainted().then(() => import('./main.tsx'));
