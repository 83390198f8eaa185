/** Describes a recurrence rule (REC-4), for the report on screen and as PDF. */

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The facts of the rule, each with a label; missing ones are left out. */
export function recurrenceFacts(rule: Readonly<Record<string, unknown>>): [string, string][] {
  const facts: [string, string | null][] = [
    ['Repeats', frequencyOf(rule)],
    ['On', daysOf(rule)],
    ['At', textOf(rule.time)],
    ['From', dateOf(rule.start_date)],
    ['Until', dateOf(rule.end_date)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** `Every 2 weeks, on Monday and Wednesday, at 10:30, from 11/01/2026`; 'N/A' for a rule without facts. */
export function recurrenceSentence(rule: Readonly<Record<string, unknown>>): string {
  const [repeats, ...rest] = recurrenceFacts(rule);
  if (repeats?.[0] !== 'Repeats') return 'N/A';
  return [repeats[1], ...rest.map(([name, value]) => `${name.toLowerCase()} ${value}`)].join(', ');
}

function frequencyOf({ frequency, interval }: Readonly<Record<string, unknown>>): string | null {
  if (typeof frequency !== 'string' || frequency === '') return null;
  const count = Number(interval ?? 1);
  return count === 1 ? `Every ${frequency.replace(/s$/, '')}` : `Every ${count} ${frequency}`;
}

function daysOf(rule: Readonly<Record<string, unknown>>): string | null {
  const dates = listOf(rule.days_of_month).map((day) => ordinal(Number(day)));
  if (dates.length > 0) return `the ${inWords(dates)}`;
  const weekdays = listOf(rule.days_of_week).map((day) => capitalized(String(day)));
  if (weekdays.length === 0) return null;
  if (rule.frequency !== 'months') return inWords(weekdays);
  return `the ${ORDINALS[Number(rule.week_of_month ?? 1) - 1] ?? 'first'} ${inWords(weekdays)}`;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** As all dates are shown (DATA-8). @param value yyyy-MM-dd */
function dateOf(value: unknown): string | null {
  return textOf(value)?.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1') ?? null;
}

function inWords(items: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(items);
}

function ordinal(day: number): string {
  const suffixes = { one: 'st', two: 'nd', few: 'rd' } as Partial<Record<Intl.LDMLPluralRule, string>>;
  return `${day}${suffixes[new Intl.PluralRules('en-US', { type: 'ordinal' }).select(day)] ?? 'th'}`;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
