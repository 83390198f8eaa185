/** Placeholders: tokens in curly braces that are filled for each message from its office and test phone (CREATE-3). */

/** Every placeholder with its label, in the order of the screens. */
export const PLACEHOLDERS = [
  { token: 'first_name', label: 'First Name' },
  { token: 'company_name', label: 'Company Name' },
  { token: 'manager_first_name', label: 'Manager First Name' },
  { token: 'manager_last_name', label: 'Manager Last Name' },
] as const;

/** The token between the braces. */
export type PlaceholderToken = (typeof PLACEHOLDERS)[number]['token'];

/** Values: the phone's name, the client's name, the names of the office's manager. */
export type PlaceholderValues = Partial<Record<PlaceholderToken, string>>;

const ANY_PLACEHOLDER = new RegExp(`\\{(${PLACEHOLDERS.map(({ token }) => token).join('|')})\\}`, 'g');

/**
 * Replaces every placeholder with its value, or with nothing if it has none. Single pass: placeholders inside values
 * are not expanded. An unknown `{token}` stays as typed.
 */
export function fillPlaceholders(body: string, values: PlaceholderValues): string {
  return body.replace(ANY_PLACEHOLDER, (_whole, token: PlaceholderToken) => values[token] ?? '');
}
