/** Opens the console in the browser of the person at the terminal; where that cannot be done, nothing happens. */
import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['cmd', '/c', 'start', ''],
};

export function openBrowser(address: string): void {
  const [opener, ...args] = OPENERS[process.platform] ?? [];
  if (opener === undefined) return;
  const child = spawn(opener, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
