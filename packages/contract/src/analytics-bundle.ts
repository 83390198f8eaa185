/** Many analytics figures in one answer, with the same names, filters and shapes as their own calls (CALL-18, DATA-10). */
import { endDateInstant, startDateInstant } from '@textprobe/domain/analytics-filter';
import { ALL_ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { analyticsCalls, analyticsFilters } from './analytics.ts';
import { get } from './call.ts';
import { shownAs } from './query-form.ts';

const PATH = '/api/tests/sm/v1/analytics/';

type Calls = typeof analyticsCalls;
/** A figure by the name of its call. */
export type FigureName = keyof Calls;
/** The name of a figure in CALL-18 and in its path. */
export type FigureWord<N extends FigureName = FigureName> = {
  [C in N]: Calls[C]['path'] extends `${typeof PATH}${infer Word}` ? Word : never;
}[N];

const words = Object.values(analyticsCalls).map(({ path }) => path.slice(PATH.length)) as FigureWord[];
const nameOfWord = new Map(
  Object.entries(analyticsCalls).map(([name, { path }]) => [path.slice(PATH.length), name as FigureName]),
);

/** `messageCount` becomes `message-count`. */
export function figureWord(name: FigureName): FigureWord {
  return analyticsCalls[name].path.slice(PATH.length) as FigureWord;
}

/** The figure of a word that the query schema accepted. */
export function figureOfWord(word: FigureWord): FigureName {
  return nameOfWord.get(word) as FigureName;
}

/** The maximum number of additional periods. */
const BUNDLE_PERIODS_LIMIT = 4;

/** A period as requested, and as instants: `from` included, `before` excluded. */
export interface BundlePeriod {
  readonly startDate: string;
  readonly endDate: string;
  readonly from: number;
  readonly before: number;
}

const names = shownAs(
  z
    .string()
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.enum(words, { error: `Give names of figures: ${words.join(', ')}.` }))),
  { type: 'string', description: 'Names of figures, separated by commas.' },
);

const periods = shownAs(
  z.string().transform((text, context) => {
    const read = text.split(',').map(readPeriod);
    const known = read.filter((period) => period !== null);
    if (known.length === read.length && known.length <= BUNDLE_PERIODS_LIMIT) return known;
    const message = `Must be at most ${BUNDLE_PERIODS_LIMIT} periods as YYYY-MM-DD..YYYY-MM-DD, in the years 1900 to 2999.`;
    context.issues.push({ code: 'custom', input: text, message });
    return z.NEVER;
  }),
  {
    type: 'string',
    description: `At most ${BUNDLE_PERIODS_LIMIT} spans of days in Los Angeles, first and last included, such as 2026-11-15..2026-11-21, separated by commas.`,
  },
);

function readPeriod(text: string): BundlePeriod | null {
  const [startDate = '', endDate = '', ...more] = text.split('..');
  const [from, before] = [startDateInstant(startDate), endDateInstant(endDate)];
  return more.length > 0 || from === null || before === null ? null : { startDate, endDate, from, before };
}

const figures = z
  .object(
    Object.fromEntries(
      Object.entries(analyticsCalls).map(([name, { answer }]) => [
        figureWord(name as FigureName),
        answer.optional(),
      ]),
    ) as unknown as { [N in FigureName as FigureWord<N>]: z.ZodOptional<Calls[N]['answer']> },
  )
  .describe('Each requested figure as its own call answers it; failed ones are left out.');
const failed = z
  .record(z.string(), z.string())
  .describe('Why figures are missing, by name; each fails independently.');
const figuresOfSpan = { figures, failed };

export const analyticsBundleCalls = {
  analyticsBundle: get(`${PATH}bundle`, {
    roles: ALL_ROLES,
    query: z.strictObject({ ...analyticsFilters, names, periods: periods.optional() }),
    answer: z.object({
      ...figuresOfSpan,
      periods: z
        .array(z.object({ startDate: z.string(), endDate: z.string(), ...figuresOfSpan }))
        .describe('The same figures for each period, in the order requested.'),
    }),
  }),
};
