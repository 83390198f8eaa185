/** Placeholders: words in curly braces that are filled for each message from its office and its test phone (CREATE-3). */

/** Every placeholder, in the order in which screens offer them, with its label. */
export const PLACEHOLDERS = [
  { token: 'first_name', label: 'First Name' },
  { token: 'company_name', label: 'Company Name' },
  { token: 'manager_first_name', label: 'Manager First Name' },
  { token: 'manager_last_name', label: 'Manager Last Name' },
] as const;

/** The word between the braces. */
export type PlaceholderToken = (typeof PLACEHOLDERS)[number]['token'];

/** What to put in: the phone's name, the client's name, the names of the office's manager. */
export type PlaceholderValues = Partial<Record<PlaceholderToken, string>>;

const ANY_PLACEHOLDER = new RegExp(`\\{(${PLACEHOLDERS.map(({ token }) => token).join('|')})\\}`, 'g');

/**
 * The body with every placeholder replaced by its value, or by nothing when it has none. Expanded once: what a value
 * brings in is never expanded itself. An unknown `{token}` stays as it was typed.
 */
export function fillPlaceholders(body: string, values: PlaceholderValues): string {
  return body.replace(ANY_PLACEHOLDER, (_whole, token: PlaceholderToken) => values[token] ?? '');
}
