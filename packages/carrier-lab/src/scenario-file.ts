/**
 * Parses scenario files: JSON in, a complete scenario or all faults out. A carrier inherits omitted fields from
 * `everyCarrier`, which inherits from a carrier without faults or delays.
 */
import { ESME_RSUBMITFAIL, statusName } from '@textprobe/smpp/command-status';
import { z } from 'zod';
import { parseOrThrow, ScenarioError, wanted } from './scenario-fault.ts';
import {
  ALTERATIONS,
  type CarrierScenario,
  FATE_MARKS,
  ID_STYLES,
  type Latency,
  MEDIA_FATES,
  MEDIA_RATES,
  RATE_MARKS,
  type RateName,
  RECEIPT_COMMANDS,
  type Scenario,
} from './scenario-model.ts';

const AT_ONCE: Latency = { min: 0, max: 0, tail: null };

const FLAWLESS: CarrierScenario = {
  answer: AT_ONCE,
  delivery: AT_ONCE,
  receipt: AT_ONCE,
  rates: allOf(RATE_MARKS, () => 0),
  rejectionStatus: ESME_RSUBMITFAIL,
  maxPerSecond: null,
  media: allOf(MEDIA_RATES, () => 0),
  lastFileOnly: 0,
  alterations: ALTERATIONS,
  ids: 'decimal',
  receiptTlvs: true,
  receiptsBy: 'deliver_sm',
  receiptsOnly: false,
};

/** Rates of one group are mutually exclusive within a message, so their sum is a share too. */
const EXCLUSIVE_RATES = [
  ['rejection', 'throttling', 'lostAnswers', 'linkCuts'],
  ['loss', 'partLoss', 'lies', 'failedReceipts', 'misrouting'],
] as const;
const EXCLUSIVE_MEDIA = [
  ['transcoding', 'stripping', 'corruption', 'replacement', 'addition', 'unreportedFiles'],
] as const;

const milliseconds = between(0, 86_400_000);
const share = between(0, 1);
const phoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{4,14}$/, 'is not an E.164 number; write one like "+12025550143".');

const latency = z
  .strictObject({
    min: milliseconds.default(0),
    max: milliseconds.optional(),
    tail: z.strictObject({ share: share.default(0), max: milliseconds.optional() }).optional(),
  })
  .transform(({ min, max = min, tail }, ctx): Latency => {
    if (max < min) fault(ctx, ['max'], `is ${max}, below min; write at least ${min}.`);
    const last = tail?.max ?? max;
    if (last < max)
      fault(ctx, ['tail', 'max'], `is ${last}, below the latency's own max; write at least ${max}.`);
    return {
      min,
      max,
      tail: tail === undefined || tail.share === 0 ? null : { share: tail.share, max: last },
    };
  });

/** From 1, since 0 is ESME_ROK. The codes of the standard end at 0xFF. */
const REJECTIONS = new Map(Array.from({ length: 0xff }, (_, index) => [statusName(index + 1), index + 1]));

/** `rejectWith: "ESME_RINVDSTADR"`: a command_status by its name in SMPP 3.4 section 5.1.3. */
const rejection = z.string().transform((name, ctx): number => {
  const status = REJECTIONS.get(name);
  if (status === undefined)
    fault(ctx, [], `names "${name}"; write the name of an SMPP error, like ESME_RSUBMITFAIL.`);
  return status ?? 0;
});

function carrierOf(base: CarrierScenario) {
  return z
    .strictObject({
      answer: latency.default(base.answer),
      delivery: latency.default(base.delivery),
      receipt: latency.default(base.receipt),
      rates: sharesOf<RateName>(base.rates, EXCLUSIVE_RATES),
      rejectWith: rejection.default(base.rejectionStatus),
      /** 0 lifts a limit of `everyCarrier`. */
      maxPerSecond: between(0, 1_000_000)
        .transform((limit) => limit || null)
        .default(base.maxPerSecond),
      media: sharesOf<keyof typeof MEDIA_RATES>(base.media, EXCLUSIVE_MEDIA),
      lastFileOnly: share.default(base.lastFileOnly),
      alterationKinds: wordsOf(ALTERATIONS).default([...base.alterations]),
      ids: z.enum(ID_STYLES).default(base.ids),
      receiptTlvs: z.boolean().default(base.receiptTlvs),
      receiptsBy: z.enum(RECEIPT_COMMANDS).default(base.receiptsBy),
      receiptsOnly: z.boolean().default(base.receiptsOnly),
    })
    .transform(
      ({ rejectWith, alterationKinds, ...rest }): CarrierScenario => ({
        ...rest,
        rejectionStatus: rejectWith,
        alterations: alterationKinds,
      }),
    );
}

const everyCarrierSchema = carrierOf(FLAWLESS).prefault({});

const scriptLine = z
  .strictObject({
    fate: wordsOf(['delivered', ...FATE_MARKS]).default([]),
    destination: phoneNumber,
    source: orNull(phoneNumber),
    nth: orNull(between(1, 1_000_000, 'a whole number').int()),
    media: orNull(z.enum(MEDIA_FATES)),
    answerAfter: orNull(milliseconds),
    deliverAfter: orNull(milliseconds),
  })
  .transform(({ fate, ...rest }) => ({ ...rest, marks: fate.filter((one) => one !== 'delivered') }));

const absence = z
  .strictObject({ from: milliseconds.default(0), until: orNull(milliseconds), phone: phoneNumber })
  .check(({ value: { from, until }, issues }) => {
    if (until !== null && until <= from)
      fault(
        { issues },
        ['until'],
        `is ${until}, not after from; leave it out for a phone that does not come back.`,
      );
  });

/** Parses a scenario. Throws ScenarioError with a sentence for every fault. */
export function parseScenario(json: string): Scenario {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new ScenarioError([`The scenario is not valid JSON: ${(error as Error).message}.`]);
  }
  return readScenario(value);
}

/** Reads a scenario from a parsed value. Throws ScenarioError with a sentence for every fault. */
export function readScenario(value: unknown): Scenario {
  const given = (value as { everyCarrier?: unknown } | null)?.everyCarrier;
  const carrier = carrierOf(everyCarrierSchema.safeParse(given).data ?? FLAWLESS);
  const { carriers, ...rest } = parseOrThrow(
    z.strictObject({
      name: z.string().default('unnamed'),
      description: z.string().default(''),
      everyCarrier: everyCarrierSchema,
      carriers: z.record(z.string(), carrier).default({}),
      script: z.array(scriptLine).default([]),
      pingEvery: milliseconds.transform((period) => period || null).default(null),
      absences: z.array(absence).default([]),
    }),
    value,
  );
  const byName = Object.entries(carriers).map(([name, one]) => [name.toLowerCase(), one] as const);
  return { ...rest, carriers: new Map(byName) };
}

function between(min: number, max: number, what = 'a number') {
  const error = wanted(`${what} from ${min} to ${max}`);
  return z.number({ error }).min(min, { error }).max(max, { error });
}

function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().transform((value) => value ?? null);
}

/** One word or a list of them. */
function wordsOf<const Word extends string>(words: readonly Word[]) {
  return z.preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(z.enum(words)));
}

/** Shares of the names in `base`, the default. Those of a group add up to at most 1. */
function sharesOf<Name extends string>(
  base: Readonly<Record<Name, number>>,
  groups: readonly (readonly [Name, ...Name[]])[],
) {
  const fields = z.strictObject(allOf(base, (name) => share.default(base[name])));
  return (fields as z.ZodType as z.ZodType<Record<Name, number>>)
    .check(({ value, issues }) => {
      for (const [first, ...others] of groups) {
        const sum = others.reduce((total, name) => total + value[name], value[first]);
        // Rounded, because 0.7 + 0.2 + 0.1 is slightly above 1.
        if (issues.length === 0 && sum > 1 + 1e-9)
          fault({ issues }, [first], `and ${others.join(', ')} add up to ${sum}; write shares of at most 1.`);
      }
    })
    .default(base);
}

function allOf<Name extends string, Value>(
  names: Readonly<Record<Name, unknown>>,
  value: (name: Name) => Value,
): Record<Name, Value> {
  const all = Object.keys(names) as Name[];
  return Object.fromEntries(all.map((name) => [name, value(name)])) as Record<Name, Value>;
}

function fault(ctx: { issues: z.core.$ZodRawIssue[] }, path: string[], message: string): void {
  ctx.issues.push({ code: 'custom', path, input: undefined, message });
}
