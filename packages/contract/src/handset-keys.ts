/** Keys that authenticate handsets (CALL-25). */

import { ADMINISTRATORS, AUDITORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post, put, remove } from './call.ts';
import { listPageSizeSchema, pageSchema, shownAs } from './query-form.ts';
import { idSchema, pathIdSchema, queryIdSchema, searchTextSchema, wellFormedText } from './text.ts';

const labelSchema = wellFormedText(100);
const handsetKeyBodySchema = z.strictObject({ phoneId: idSchema, label: labelSchema.optional() });
export type HandsetKeyBody = z.infer<typeof handsetKeyBodySchema>;
const handsetKeyLabelSchema = z.strictObject({
  label: labelSchema.regex(/\S/, { error: 'Enter a label.' }),
});
/** The key is shown once; only its hash is stored. */
const handsetKeyAnswerSchema = z.object({ id: z.number().int(), key: z.string() });
export type NewHandsetKey = z.infer<typeof handsetKeyAnswerSchema>;
/** A key in a list: its label, phone and dates, never the key itself. */
const handsetKeySchema = z.object({
  id: z.number().int(),
  phoneId: z.number().int(),
  phoneName: z.string(),
  label: z.string(),
  madeBy: z.string().nullable().describe('The username of the account that created it; null if unknown.'),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable().describe('Up to a minute old.'),
  revokedAt: z.string().nullable().describe('In the future: the key was rotated, and works until then.'),
});
export type HandsetKey = z.infer<typeof handsetKeySchema>;
const STATES = ['valid', 'ended'] as const;
const handsetKeysQuerySchema = z.strictObject({
  phoneId: queryIdSchema.optional(),
  text: searchTextSchema
    .optional()
    .describe('Words that must all occur in its label, in the name of its phone or in that of its creator.'),
  state: shownAs(z.enum(STATES), { type: 'string', enum: STATES })
    .optional()
    .describe('`ended`: revoked, or rotated more than 24 hours ago. Without it: both.'),
  page: pageSchema.optional(),
  pageSize: listPageSizeSchema.optional(),
});
export type HandsetKeysQuery = z.infer<typeof handsetKeysQuerySchema>;
const params = z.strictObject({ id: pathIdSchema });
const KEYS = '/api/handset-keys';

export const handsetKeyCalls = {
  handsetKeys: get(KEYS, {
    roles: AUDITORS,
    query: handsetKeysQuerySchema,
    answer: z.array(handsetKeySchema),
  }),
  createHandsetKey: post(KEYS, {
    audit: 'phone.key-created',
    roles: ADMINISTRATORS,
    proof: true,
    body: handsetKeyBodySchema,
    status: 201,
    answer: handsetKeyAnswerSchema,
  }),
  renameHandsetKey: put(`${KEYS}/:id`, {
    audit: 'phone.key-renamed',
    roles: ADMINISTRATORS,
    proof: true,
    params,
    body: handsetKeyLabelSchema,
    answer: handsetKeySchema,
  }),
  rotateHandsetKey: post(`${KEYS}/:id/rotate`, {
    audit: 'phone.key-rotated',
    roles: ADMINISTRATORS,
    proof: true,
    params,
    status: 201,
    answer: handsetKeyAnswerSchema,
  }),
  deleteHandsetKey: remove(`${KEYS}/:id`, {
    audit: 'phone.key-revoked',
    roles: ADMINISTRATORS,
    proof: true,
    params,
    status: 204,
  }),
};
