/** Why a message is what it is: all that was heard of it, each piece as it was kept, and the rule behind its verdict. */
import { COMPARISONS, SENDER_COMPARISONS } from '@textprobe/domain/comparison-classes';
import { RECEIPT_STATES } from '@textprobe/domain/message-lifecycle';
import { VERDICTS } from '@textprobe/domain/verdict';
import { z } from 'zod';
import { get, TESTS } from './call.ts';
import { messageStatusSchema } from './messages.ts';
import { queryLongIdSchema } from './text.ts';

/** What of a message may be set aside. */
export const SET_ASIDE = ['deadline', 'lease', 'receipt', 'reception', 'closing'] as const;

const receiptStateSchema = z.enum(RECEIPT_STATES);

/** What every piece of evidence has. */
const heard = {
  /** When it was heard of, always by the console's own clock. */
  at: z.string().describe('By the console’s own clock: when it happened here, or was heard of here.'),
  verdict: z.enum(VERDICTS).describe('The verdict on the message after this.'),
};

const evidenceEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('created'), ...heard }),
  z.object({
    kind: z.literal('claimed'),
    ...heard,
    attempt: z.number().int(),
    worker: z.string().nullable().describe('Which process claimed it.'),
  }),
  z.object({
    kind: z.literal('given-back').describe('Surely never written to the carrier: it is tried again.'),
    ...heard,
    attempt: z.number().int(),
    reason: z.string().nullable(),
    nextAttemptAt: z.string().nullable(),
  }),
  z.object({
    kind: z.enum(['accepted', 'rejected', 'unknown']).describe('What became of handing it over.'),
    ...heard,
    writtenAt: z.string().nullable().describe('When it was written to the wire, as far as that is known.'),
    error: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('receipt'),
    ...heard,
    gateway: z.string(),
    part: z.number().int().nullable().describe('Of which part, counted from 1.'),
    providerId: z.string(),
    state: receiptStateSchema,
    error: z.string().nullable(),
    raw: z.string().describe('As it came.'),
  }),
  z.object({
    kind: z.literal('reception'),
    ...heard,
    source: z.string().describe('The inbox that it came in by.'),
    phoneID: z.number().int().nullable(),
    confirmedBy: z
      .string()
      .optional()
      .describe(
        'The account that confirmed it in the console; left out where a handset, an app or a provider did.',
      ),
    stated: z
      .object({ at: z.string(), clock: z.string().nullable() })
      .nullable()
      .describe('When the far side says that it arrived, and by whose clock.'),
    text: z.string().nullable().describe('As it came.'),
    sender: z.string().nullable(),
    comparison: z.enum(COMPARISONS).nullable(),
    senderComparison: z.enum(SENDER_COMPARISONS).nullable(),
    files: z.number().int().describe('How many files came with it.'),
  }),
  z.object({
    kind: z.literal('deadline'),
    ...heard,
    handsetOffline: z.object({ heardAt: z.string().nullable() }).nullable(),
  }),
  z.object({ kind: z.literal('expired'), ...heard }),
  z.object({ kind: z.literal('settled'), ...heard }),
]);
export type EvidenceEvent = z.infer<typeof evidenceEventSchema>;

const messageWhySchema = z.object({
  testLogID: z.number().int(),
  testActivityStatus: messageStatusSchema,
  verdict: z.enum(VERDICTS),
  settled: z.boolean(),
  deadlineAt: z.string().describe('From when on silence counts as loss.'),
  waitsFor: z
    .string()
    .nullable()
    .describe(
      'While it waits to be handed over: what for, in words: its gateway’s link and since when it stands so. Else null.',
    ),
  setAside: z
    .array(
      z.object({
        what: z.enum(SET_ASIDE),
        tries: z.number().int(),
        lastTryAt: z.string(),
        nextTryAt: z.string().describe('In the past: it is tried within seconds.'),
      }),
    )
    .describe(
      'What of this message failed three times and waits for its next try, so that it holds up no other: the end of its waiting (`deadline`), of a claim whose worker is gone (`lease`), or of its run (`closing`); a `receipt` or a report of a handset (`reception`) that seems to be about it. Mostly empty.',
    ),
  /** In the order in which it was heard of. */
  evidence: z.array(evidenceEventSchema),
  /** What the carrier took, and its own name for each part. */
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
  /** The questions of the rule, each with the answer that led on; the last one decided. */
  rule: z.array(z.object({ question: z.string(), answer: z.string() })),
  addsUp: z
    .boolean()
    .describe(
      'The evidence, told anew by the rule, gives what is stored. False where part of it was not kept: of messages from before all of it was.',
    ),
});
export type MessageWhy = z.infer<typeof messageWhySchema>;

const messageWhyQuerySchema = z.strictObject({ testLogID: queryLongIdSchema });

export const messageWhyCalls = {
  messageWhy: get(`${TESTS}/deliverabilitytestlogs/why`, {
    query: messageWhyQuerySchema,
    answer: messageWhySchema,
  }),
};
