/** The status and the reason that a test must have once its messages have ended. */
import type { Report } from './report.ts';

/**
 * The status of a test whose messages have all ended (SERVER-2, GUARD-8). Messages with unknown outcome and messages that were
 * never sent do not count.
 */
export function statusOfTest(messages: readonly Pick<Report, 'status' | 'verdict' | 'evidence'>[]): string {
  const known = messages.filter(
    ({ status, verdict }) => status !== 'UNKNOWN' && verdict !== 'handset offline' && verdict !== 'not sent',
  );
  const received = known.filter(
    ({ status, evidence }) => status === 'RECEIVED' || (status === 'DELIVERED' && evidence === 'receipt'),
  );
  if (received.length === 0) return 'FAILED';
  return received.length === known.length ? 'DELIVERED' : 'PARTIALLY_DELIVERED';
}

/** The reason, if no outcome is known for any message. */
export function reasonOfTest(messages: readonly Pick<Report, 'status' | 'verdict'>[]): string | null {
  const unknown = messages.filter(
    ({ status, verdict }) => status === 'UNKNOWN' || verdict === 'handset offline' || verdict === 'not sent',
  );
  if (unknown.length < messages.length) return null;
  if (messages.every(({ verdict }) => verdict === 'not sent')) return 'not sent';
  const isAway = messages.every(({ verdict }) => verdict === 'handset offline');
  return isAway ? 'no outcome known: every handset was offline' : 'no outcome known';
}
