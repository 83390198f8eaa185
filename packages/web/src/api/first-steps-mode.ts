/** Whether this installation shows the first steps (DIR-4). Small, because the login page loads it. */

/** The key under which this browser stores that they are hidden. A logout does not clear it. */
export const HIDDEN_STEPS_KEY = 'textprobe-first-steps-hidden';

/** In the demo nothing has to be set up. The server writes this into the page. */
export function isDemo(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="demo"]')?.content !== '0';
}
