/** How many tests a page of the list has (LIST-4). */
import type { TESTS_PAGE_SIZE } from '@textprobe/contract/tests';

/** Spelt out, so that the schemas (and zod with them) stay out of this screen; the compiler compares it. */
export const PAGE_SIZE: typeof TESTS_PAGE_SIZE = 10;
