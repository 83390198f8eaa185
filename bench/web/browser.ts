/** Starts Chromium with a fresh profile. */
import { type Browser, launch } from 'puppeteer-core';

/** `npm run` sets the path; otherwise Debian's default. */
const CHROMIUM = process.env.TEXTPROBE_CHROMIUM ?? '/usr/bin/chromium';

/** Chromium may have to run as root. */
const FLAGS = ['--no-sandbox', '--disable-gpu'];

export function openBrowser(): Promise<Browser> {
  return launch({ executablePath: CHROMIUM, args: FLAGS, defaultViewport: null });
}
