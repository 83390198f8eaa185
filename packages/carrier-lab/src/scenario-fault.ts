/** Errors of a scenario file, as sentences that say where and what to write. */
import { z } from 'zod';

/** An invalid scenario; the message lists every fault, one per line. */
export class ScenarioError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ScenarioError';
    this.faults = faults;
  }
}

/** Parses a value of the file format. Throws ScenarioError with a sentence for every fault. */
export function parseOrThrow<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const { data, error } = schema.safeParse(value, { error: explainIssue });
  if (error === undefined) return data;
  throw new ScenarioError(
    error.issues.flatMap((issue) => {
      const places =
        issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
      return places.map((place) => `${z.core.toDotPath(place) || 'The scenario'} ${issue.message}`);
    }),
  );
}

/** A sentence without its beginning, the position of the fault. */
export const wanted = (what: string) => (issue: { readonly input?: unknown }) =>
  `is ${show(issue.input)}; write ${what}.`;

const NOUNS: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a string',
  boolean: 'true or false',
};

function explainIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
    return `is unknown; the known names are ${known.join(', ')}.`;
  }
  if (issue.code === 'invalid_value') return wanted(`one of ${issue.values.join(', ')}`)(issue);
  return wanted(issue.code === 'invalid_type' ? (NOUNS[issue.expected] ?? issue.expected) : 'another value')(
    issue,
  );
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
