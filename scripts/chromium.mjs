/** Finds the browser for the browser tests, or fetches it where the machine can: on Debian and Ubuntu, as root. */
import { existsSync, readdirSync } from 'node:fs';
import { installFromDebian } from './debian.mjs';

const PLACES = [
  // Without a window: the same tests take a quarter less time on two cores (107 s instead of 143 for 57 of them).
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Without it emoji are drawn as empty boxes, and screens cannot be judged. */
const EMOJI_FONTS = '/usr/share/fonts/truetype/noto';
const FONTS_PACKAGE = 'fonts-noto-color-emoji';
/** Releases of Debian and Ubuntu that do not have the first have the second. */
const BROWSER_PACKAGES = ['chromium-headless-shell', 'chromium'];

/** The path of a Chromium on this machine, or undefined. */
export function findChromium() {
  return PLACES.find((place) => existsSync(place));
}

/**
 * Makes sure that there is a Chromium, and on Linux a font with emoji.
 * @returns {string} its path
 * @throws {Error} with a sentence for the user, when there is none and none can be had
 */
export function ensureChromium() {
  const found = findChromium();
  if (found !== undefined && hasEmoji()) return found;
  for (const browser of BROWSER_PACKAGES) {
    if (findChromium() === undefined || !hasEmoji()) installFromDebian([browser, FONTS_PACKAGE]);
  }
  const path = findChromium();
  if (path === undefined) {
    throw new Error(
      `the browser tests need Chromium. Please install it (Debian, Ubuntu: apt-get install chromium ${FONTS_PACKAGE}) ` +
        `at one of ${PLACES.join(', ')}.`,
    );
  }
  return path;
}

function hasEmoji() {
  if (process.platform !== 'linux') return true;
  return existsSync(EMOJI_FONTS) && readdirSync(EMOJI_FONTS).some((file) => file.includes('Emoji'));
}
