/** The audit trail: who changed what, newest first (AUDIT-3). */

import { startDateInstant } from '@textprobe/domain/analytics-filter';
import { AUDITORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get } from './call.ts';
import { dateFilter, listPageSizeSchema } from './query-form.ts';
import { queryIdSchema, queryLongIdSchema, wellFormedText } from './text.ts';

const AUDIT = '/api/audit';
const WORD_LIMIT = 100;

const auditRowSchema = z.object({
  id: z.number().int(),
  at: z.string(),
  action: z.string().describe('A stable word with the kind of its object first, such as `gateway.updated`.'),
  account: z
    .object({ id: z.number().int(), username: z.string() })
    .nullable()
    .describe('With its username at that time. Null: a command, a stranger, or an unknown username.'),
  token: z
    .object({ id: z.number().int(), name: z.string() })
    .nullable()
    .describe('The token that made the call; null: none.'),
  address: z.string().nullable().describe('The network address; null: a command on the server.'),
  requestId: z.string().nullable().describe('The X-Request-Id of the call, as in the log.'),
  object: z.object({
    kind: z.string(),
    id: z.string().nullable().describe('Null: several objects, or none.'),
  }),
  partnerId: z.number().int().nullable().describe('The partner that the object belongs to.'),
  outcome: z.enum(['succeeded', 'failed']),
  changes: z
    .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
    .describe(
      'By field: its value before and after. Of secrets and message bodies only `[null, "changed"]`; of an export its filters.',
    ),
  hash: z.string().nullable().describe('Its place in the hash chain, in hex; null: not linked yet.'),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

const day = dateFilter((date) => (startDateInstant(date) === null ? null : date));

const filters = {
  accountId: queryIdSchema.optional().describe('The account that acted.'),
  action: wellFormedText(WORD_LIMIT).optional(),
  objectKind: wellFormedText(WORD_LIMIT).optional(),
  objectId: wellFormedText(WORD_LIMIT).optional(),
  from: day,
  to: day,
};
const listQuerySchema = z.strictObject({
  ...filters,
  cursor: queryLongIdSchema.optional().describe('From `X-Next-Cursor` of the previous page.'),
  pageSize: listPageSizeSchema.optional(),
});
const exportQuerySchema = z.strictObject(filters);
export type AuditQuery = z.output<typeof exportQuerySchema>;

export const auditCalls = {
  audit: get(AUDIT, { roles: AUDITORS, query: listQuerySchema, answer: z.array(auditRowSchema) }),
  exportAudit: get(`${AUDIT}/export-csv`, {
    audit: 'audit.exported',
    roles: AUDITORS,
    query: exportQuerySchema,
  }),
};
