/** The reports as PDF: one test's, and that of a filter (CALL-13, CALL-15). */
import { z } from 'zod';
import { analyticsFilters } from './analytics.ts';
import { queryIdSchema } from './text.ts';

/** `id` is the test's. */
export const generatePdfQuerySchema = z.strictObject({ id: queryIdSchema });

/** The filters of get-filtered-reports; a PDF has no pages to ask for. */
export const generateFilteredPdfQuerySchema = z.strictObject(analyticsFilters);
