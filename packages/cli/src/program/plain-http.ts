/** Warns at startup when passwords would cross a network in clear text. */
import type { Log } from '@textprobe/database/core/log';
import type { Settings } from '../settings/settings.ts';

/** Addresses that never leave the machine. */
const LOOPBACK = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/iu;

export function warnOfPlainHttp({ host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>, log: Log): void {
  if (publicUrl?.startsWith('https:')) return;
  const isLocal = LOOPBACK.test(host) && (publicUrl === null || LOOPBACK.test(new URL(publicUrl).hostname));
  if (isLocal) return;
  log.warn(
    { host, publicUrl },
    'the console is open to the network over plain http: passwords and sessions can be intercepted. Put a TLS proxy ' +
      'in front and set PUBLIC_URL to its https address, or set HOST to 127.0.0.1',
  );
}
