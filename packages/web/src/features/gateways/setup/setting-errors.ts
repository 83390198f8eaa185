/** Maps the server's validation errors to the fields of a gateway; the others are shown at the top. */
import { HttpError } from '../../../api/http.ts';
import { type GatewayKind, SETTING_FIELDS } from './setting-fields.ts';

export interface GatewayErrors {
  /** By the field's name; a setting is `settings.NAME`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly others: readonly string[];
}

const NEEDED = 'Required.';
const UNREACHABLE =
  'The server could not be reached. Check the connection and try again; your input is kept.';

export function gatewayErrors(error: unknown, kind: GatewayKind): GatewayErrors {
  if (!(error instanceof HttpError)) return { fields: {}, others: [UNREACHABLE] };
  const { problem, status, detail } = error;
  if (problem?.code === 'gateway.name-taken') return { fields: { name: detail }, others: [] };
  const problems = problem?.errors ?? [];
  if (problems.length === 0) {
    const request =
      status >= 500 && problem?.requestId !== undefined ? ` (Request ${problem.requestId})` : '';
    return { fields: {}, others: [detail + request] };
  }
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { field, message } of problems) {
    const place = placeOf(field, message, kind);
    if (place === null) others.push(asLabeled(message, kind));
    else fields[place] ??= asLabeled(message, kind);
  }
  return { fields, others };
}

/** A message about two settings, or about an omitted one, names the first of them. */
function placeOf(field: string, message: string, kind: GatewayKind): string | null {
  if (field === 'name' || field === 'isDefaultMms') return field;
  const name = /^settings\.(\w+)$/.exec(field)?.[1] ?? /^"?(\w+)/.exec(message)?.[1];
  return field.startsWith('settings') && SETTING_FIELDS[kind].some((one) => one.name === name)
    ? `settings.${name}`
    : null;
}

/** Replaces setting names in the server's messages by the form's labels. A name that is also a plain word is replaced only at the start. */
export function asLabeled(message: string, kind: GatewayKind): string {
  const labels = new Map(SETTING_FIELDS[kind].map(({ name, label }) => [name, label]));
  const inside = message.replace(/\b[a-z]+[A-Z]\w*/g, (word, at: number) => {
    const label = labels.get(word);
    return label === undefined ? word : at === 0 ? label : `“${label}”`;
  });
  return inside
    .replace(/^"?(\w+)"?(?= (?:is|must)\b)/, (_all, word: string) => labels.get(word) ?? word)
    .replace(/, or null for no limit/, ', or leave it empty for no limit');
}

/** Errors for empty required fields, found without the server, which would report the name first and the rest only afterwards. */
export function missingErrors(missing: readonly string[]): GatewayErrors {
  return { fields: Object.fromEntries(missing.map((field) => [field, NEEDED])), others: [] };
}
