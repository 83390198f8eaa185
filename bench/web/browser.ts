/** A Chromium of the bench's own, on a fresh profile. */
import { type Browser, launch } from 'puppeteer-core';

/** `npm run` says which browser it found; by hand, Debian's is meant. */
const CHROMIUM = process.env.TEXTPROBE_CHROMIUM ?? '/usr/bin/chromium';

/** The machine's Chromium may run as root. */
const FLAGS = ['--no-sandbox', '--disable-gpu'];

export function openBrowser(): Promise<Browser> {
  return launch({ executablePath: CHROMIUM, args: FLAGS, defaultViewport: null });
}
