/** The browser of a session, in words. */
import Bowser from 'bowser';

const UNKNOWN = 'Unknown browser';

/**
 * `Chrome 141 on Windows`; for a program its own name, such as `curl`. Without the version of the system: browsers no
 * longer send it.
 */
export function browserWords(userAgent: string): string {
  // The library throws on an empty text.
  if (userAgent.trim() === '') return UNKNOWN;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? UNKNOWN;
  const version = /^\d+/.exec(browser.version ?? '')?.[0];
  const name = version === undefined ? browser.name : `${browser.name} ${version}`;
  return os.name ? `${name} on ${os.name}` : name;
}
