/** How many pages a list has (LIST-4). */
import { TESTS_PAGE_SIZE } from '@textprobe/contract/tests';

/** At least 1. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / TESTS_PAGE_SIZE));
}
