/** Filters of the list in words. */
import { executionStatusLabel } from '@textprobe/domain/run-status';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { shortDate } from '../../../ui/day-text.ts';
import { LIST_ADDRESS } from './list-address.ts';

/** `“visit”, Failed, 1 office, Verizon, from 11/01/2026 on`. @param query the query of the list */
export function filterWords(query: string): string {
  const { text, executionStatus, testType, partnerId, clientId, officeId, carrier, from, to } =
    LIST_ADDRESS.read(new URLSearchParams(query));
  return [
    text && `“${text}”`,
    executionStatus && executionStatusLabel(executionStatus),
    testType && testTypeLabel(testType),
    // Only the narrowest is named: an office implies its client and partner.
    (officeId && '1 office') || (clientId && '1 client') || (partnerId && '1 partner'),
    carrier,
    (from ?? to) && datesInWords(from, to),
  ]
    .filter(Boolean)
    .join(', ');
}

/** `from 11/01/2026 on`. Days as in the URL; at least one is set. */
export function datesInWords(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `up to ${shortDate(to ?? '')}`;
  if (to === undefined) return `from ${shortDate(from)} on`;
  return from === to ? `of ${shortDate(from)}` : `from ${shortDate(from)} to ${shortDate(to)}`;
}
