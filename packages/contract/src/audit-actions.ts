/** The actions of the audit trail by the kind of their object, and in words. Not read from the table of calls, to keep its schemas out of the console. */

const CHANGED = ['created', 'deleted', 'restored', 'retired', 'updated'];
const STORED = ['created', 'deleted', 'updated'];

const VERBS: Readonly<Record<string, readonly string[]>> = {
  account: [
    'approved',
    'created',
    'disabled',
    'enabled',
    'invitation-deleted',
    'invited',
    'link-created',
    'link-used',
    'logged-in',
    'logged-out',
    'login-failed',
    'password-changed',
    'proof-failed',
    'session-ended',
    'sessions-ended',
    'sign-on-linked',
    'two-factor-disabled',
    'two-factor-enabled',
    'two-factor-reset',
    'two-factor-started',
    'updated',
  ],
  audit: ['exported'],
  client: CHANGED,
  directory: ['exported', 'imported'],
  gateway: ['assigned', 'created', 'removed', 'updated'],
  'handset-source': ['created', 'phones-updated', 'renamed', 'revoked', 'rotated'],
  messages: ['carrier-report-exported', 'exported', 'report-exported'],
  office: CHANGED,
  partner: CHANGED,
  phone: [
    ...CHANGED,
    'key-created',
    'key-renamed',
    'key-revoked',
    'key-rotated',
    'pairing-ended',
    'pairing-opened',
    'pairing-started',
    'pairing-text-sent',
    'set-up',
  ],
  'recipient-set': STORED,
  rollups: ['rebuilt'],
  'saved-view': STORED,
  secrets: ['rekeyed'],
  'set-aside': ['retried'],
  settings: ['changed'],
  'signup-request': ['declined'],
  test: ['created', 'deleted', 'report-exported', 'stopped', 'updated'],
  token: ['created', 'revoked'],
};

/** The kinds of objects, in alphabetical order. */
export const AUDIT_OBJECTS: readonly string[] = Object.keys(VERBS);

/** Every action: `gateway.updated`. */
export const AUDIT_ACTIONS: readonly string[] = Object.entries(VERBS).flatMap(([kind, verbs]) =>
  verbs.map((verb) => `${kind}.${verb}`),
);

/** `phone.key-created` → `Phone key created`, `handset-source` → `Handset source`. */
export function auditWords(action: string): string {
  const words = action.replaceAll(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
