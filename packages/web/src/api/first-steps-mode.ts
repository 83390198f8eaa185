/** Whether this installation shows the first steps (DIR-4). Small, because the login page loads it. */

/** Where this browser keeps that they are hidden, also after a logout. */
export const HIDDEN_STEPS_KEY = 'textprobe-first-steps-hidden';

/** In the demo nothing has to be set up. The server writes this into the page. */
export function isDemo(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="demo"]')?.content !== '0';
}
