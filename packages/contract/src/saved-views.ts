/** Saved views: filters of the tests list under a name, for one account or shared (OVERVIEW-2). */

import { ALL_ROLES, OPERATORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post, put, remove } from './call.ts';
import { testFiltersSchema } from './tests.ts';
import { pathIdSchema, wellFormedText } from './text.ts';

/** The maximum number of views of an account, and of shared views with the same partners: their list has no pages. */
export const VIEW_LIMIT = 100;
const VIEW_NAME_LIMIT = 60;
/** Longer than any filters. */
const FILTERS_LIMIT = 2_000;

const filtersSchema = wellFormedText(FILTERS_LIMIT)
  .min(1, { error: 'Choose at least one filter.' })
  .superRefine((filters, context) => {
    const named = [...new URLSearchParams(filters)];
    const { error } = testFiltersSchema.safeParse(Object.fromEntries(named));
    if (new Set(named.map(([key]) => key)).size < named.length)
      context.addIssue({ code: 'custom', message: 'Name each filter once.' });
    for (const { path, message } of error?.issues ?? []) {
      const about = path.length === 0 ? '' : `${path.join('.')}: `;
      context.addIssue({ code: 'custom', message: `${about}${message}` });
    }
  })
  .describe('The query of `deliverabilitytest/all`, without its page.');

const savedViewBodySchema = z.strictObject({
  name: wellFormedText(VIEW_NAME_LIMIT).trim().min(1, { error: 'Enter a name.' }),
  filters: filtersSchema,
  shared: z
    .boolean()
    .describe(
      'Whether other accounts that see the same partners see and may change it. Only the account that created it can end that.',
    ),
});
export type SavedViewBody = z.input<typeof savedViewBodySchema>;

const savedViewSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  filters: z.string(),
  shared: z.boolean(),
  createdBy: z.string().nullable().describe('The name of the account; null if it was deleted.'),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

const params = z.strictObject({ id: pathIdSchema });
const VIEWS = '/api/saved-views';

export const savedViewCalls = {
  savedViews: get(VIEWS, { roles: ALL_ROLES, answer: z.array(savedViewSchema) }),
  createSavedView: post(VIEWS, {
    audit: 'saved-view.created',
    roles: OPERATORS,
    body: savedViewBodySchema,
    status: 201,
    answer: savedViewSchema,
  }),
  replaceSavedView: put(`${VIEWS}/:id`, {
    audit: 'saved-view.updated',
    roles: OPERATORS,
    params,
    body: savedViewBodySchema,
    answer: savedViewSchema,
  }),
  deleteSavedView: remove(`${VIEWS}/:id`, {
    audit: 'saved-view.deleted',
    roles: OPERATORS,
    params,
    status: 204,
  }),
};
