/** Finds the browser for the browser tests, or installs it: on Debian and Ubuntu, as root. */
import { existsSync, readdirSync } from 'node:fs';
import { installFromDebian } from './debian.mjs';

const PATHS = [
  // Headless shell first: 57 tests take 107 s instead of 143 s on two cores.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Without this font, emoji are drawn as empty boxes. */
const EMOJI_FONTS = '/usr/share/fonts/truetype/noto';
const FONTS_PACKAGE = 'fonts-noto-color-emoji';
/** Debian and Ubuntu releases without the first package have the second. */
const BROWSER_PACKAGES = ['chromium-headless-shell', 'chromium'];

/** The path of an installed Chromium, or undefined. */
export function findChromium() {
  return PATHS.find((path) => existsSync(path));
}

/**
 * Ensures that Chromium and, on Linux, an emoji font are installed.
 * @returns {string} its path
 * @throws {Error} with a sentence for the user if Chromium is missing and cannot be installed
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
      `the browser tests need Chromium. Install it (Debian, Ubuntu: apt-get install chromium ${FONTS_PACKAGE}) ` +
        `at one of these paths: ${PATHS.join(', ')}.`,
    );
  }
  return path;
}

function hasEmoji() {
  if (process.platform !== 'linux') return true;
  return existsSync(EMOJI_FONTS) && readdirSync(EMOJI_FONTS).some((file) => file.includes('Emoji'));
}
