/** The explanation of a message's verdict: all stored evidence, and the rule that applies. */
import { COMPARISONS, SENDER_COMPARISONS } from '@textprobe/domain/comparison-classes';
import { RECEIPT_STATES } from '@textprobe/domain/ledger-states';
import { ALL_ROLES } from '@textprobe/domain/roles';
import { VERDICTS } from '@textprobe/domain/verdict';
import { z } from 'zod';
import { get, TESTS } from './call.ts';
import { ignoredFieldSchema } from './message-received.ts';
import { messageStatusSchema } from './messages.ts';
import { queryLongIdSchema } from './text.ts';

/** The items of a message that may be set aside. */
export const SET_ASIDE = ['deadline', 'lease', 'receipt', 'reception', 'closing'] as const;

const receiptStateSchema = z.enum(RECEIPT_STATES);

/** The common fields of evidence. */
const common = {
  at: z.string().describe('When it happened or was received here, by our own clock.'),
  verdict: z.enum(VERDICTS).describe('The verdict on the message after this.'),
};

const evidenceEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('created'), ...common }),
  z.object({
    kind: z.literal('claimed'),
    ...common,
    attempt: z.number().int(),
    worker: z.string().nullable().describe('The process that claimed it.'),
  }),
  z.object({
    kind: z.literal('given-back').describe('Certainly not sent to the carrier: it will be retried.'),
    ...common,
    attempt: z.number().int(),
    reason: z.string().nullable(),
    nextAttemptAt: z.string().nullable(),
  }),
  z.object({
    kind: z.enum(['accepted', 'rejected', 'unknown']).describe('The outcome of the submission.'),
    ...common,
    writtenAt: z.string().nullable().describe('When it was written to the connection, if known.'),
    error: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('receipt'),
    ...common,
    gateway: z.string(),
    part: z.number().int().nullable().describe('The number of the part, from 1.'),
    covers: z
      .enum(['part', 'message'])
      .describe(
        '`message`: it counts for all parts, since this carrier sends one receipt for a long message.',
      ),
    providerId: z.string(),
    state: receiptStateSchema.describe('`none`: it names no known state, and `error` says which.'),
    error: z.string().nullable(),
    raw: z.string().describe('The receipt as received.'),
  }),
  z.object({
    kind: z.literal('reception'),
    ...common,
    source: z.string().describe('The inbox that received it.'),
    phoneID: z.number().int().nullable(),
    confirmedBy: z
      .string()
      .optional()
      .describe(
        'The account that confirmed it in the console; absent if a handset, an app or a provider did.',
      ),
    reportedBy: z
      .object({ kind: z.enum(['key', 'sms-gateway', 'httpsms', 'twilio']), name: z.string() })
      .nullable()
      .describe(
        'The handset key, by its label or id, or the app or provider account that reported it. Null: a person did, or the key no longer exists.',
      ),
    stated: z
      .object({ at: z.string(), clock: z.string().nullable() })
      .nullable()
      .describe('The reported time of reception, and whose clock stated it.'),
    text: z.string().nullable().describe('The text as received.'),
    sender: z.string().nullable(),
    ignored: z.array(ignoredFieldSchema).describe('The fields of the report that were not stored as sent.'),
    comparison: z.enum(COMPARISONS).nullable(),
    senderComparison: z.enum(SENDER_COMPARISONS).nullable(),
    files: z.number().int().describe('The number of files received with it.'),
    part: z
      .number()
      .int()
      .nullable()
      .describe(
        'The part of the message in it, from 1, if the phone reported the parts as messages of their own; otherwise null. `comparison` is then that of `joinedText`.',
      ),
  }),
  z.object({
    kind: z.literal('deadline'),
    ...common,
    error: z
      .string()
      .nullable()
      .describe('What a message that was never sent was waiting for; otherwise null.'),
    handsetOffline: z.object({ heardAt: z.string().nullable() }).nullable(),
  }),
  z.object({ kind: z.literal('settled'), ...common }),
]);
export type EvidenceEvent = z.infer<typeof evidenceEventSchema>;

const messageWhySchema = z.object({
  testLogID: z.number().int(),
  testActivityStatus: messageStatusSchema,
  verdict: z.enum(VERDICTS),
  settled: z.boolean(),
  deadlineAt: z.string().describe('When a message without confirmation is settled.'),
  waitsFor: z
    .string()
    .nullable()
    .describe(
      'What a message that is not submitted yet is waiting for, such as its gateway’s link, as a phrase; otherwise null.',
    ),
  setAside: z
    .array(
      z.object({
        what: z.enum(SET_ASIDE),
        tries: z.number().int(),
        lastTryAt: z.string(),
        nextTryAt: z.string().describe('If in the past, it is retried within seconds.'),
      }),
    )
    .describe(
      'What failed three times for this message and is set aside until its next try: its deadline (`deadline`), ending the claim of a dead worker (`lease`), closing its run (`closing`), or a `receipt` or handset report (`reception`) that seems to be about it. Usually empty.',
    ),
  /** In the order received. */
  evidence: z.array(evidenceEventSchema),
  joinedText: z
    .string()
    .nullable()
    .describe(
      'The joined text of the parts that the phone reported as messages of their own; otherwise null.',
    ),
  /** The parts that the carrier accepted, with their provider ids. */
  parts: z.array(
    z.object({
      part: z.number().int(),
      parts: z.number().int(),
      gateway: z.string(),
      providerId: z.string(),
      receipt: z.object({
        at: z.string().nullable(),
        state: receiptStateSchema,
        error: z.string().nullable(),
      }),
    }),
  ),
  /** The questions of the rule with their answers; the last one decided. */
  rule: z.array(z.object({ question: z.string(), answer: z.string() })),
  addsUp: z
    .boolean()
    .describe(
      'Whether replaying the evidence gives the stored result. False if part of the evidence was not stored, as for messages of earlier versions.',
    ),
});
export type MessageWhy = z.infer<typeof messageWhySchema>;

const messageWhyQuerySchema = z.strictObject({ testLogID: queryLongIdSchema });

export const messageWhyCalls = {
  messageWhy: get(`${TESTS}/deliverabilitytestlogs/why`, {
    roles: ALL_ROLES,
    query: messageWhyQuerySchema,
    answer: messageWhySchema,
  }),
};
