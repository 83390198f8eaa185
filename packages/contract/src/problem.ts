/** Errors on the wire: problem details (RFC 9457) with a stable code, field errors and the request id. */
import { z } from 'zod';

export const fieldErrorSchema = z.object({
  /** The field as the payload names it, dotted for nested ones: `recurrenceRule.time`. */
  field: z.string(),
  /** Stable, for programs: `too_big`, `recipients.none`. */
  code: z.string(),
  /** For people: says what to do. */
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The daily limit that a test would exceed (ACCT-11). */
const reachedLimitSchema = z.object({
  /** Null: the limit is the account's own. */
  partnerID: z.number().int().nullable(),
  limitPerDay: z.number().int(),
  /** How many messages are left today. */
  left: z.number().int(),
  resetAt: z.string(),
});
export type ReachedLimit = z.infer<typeof reachedLimitSchema>;

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(fieldErrorSchema).optional(),
  /** The limit that `limit.reached` reports. */
  limit: reachedLimitSchema.optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** Every problem code with its HTTP status and title. */
export const PROBLEMS = {
  'request.malformed': { status: 400, title: 'The request is not valid HTTP' },
  'request.timeout': { status: 408, title: 'The request took too long to arrive' },
  'json.invalid': { status: 400, title: 'The body is not valid JSON' },
  'query.invalid': { status: 400, title: 'The query is not valid' },
  'body.invalid': { status: 422, title: 'Some fields are invalid' },
  'body.too-large': { status: 413, title: 'The body is too large' },
  'body.unsupported-type': { status: 415, title: 'This content type is not supported' },
  'login.failed': { status: 401, title: 'Invalid username or password' },
  'login.slowed': { status: 429, title: 'Too many failed login attempts' },
  'session.required': { status: 401, title: 'Log in first' },
  'session.unknown': { status: 404, title: 'There is no such session' },
  'role.missing': { status: 403, title: 'Your role does not allow this' },
  'rights.changed': { status: 409, title: 'Your rights have changed' },
  'proof.needed': { status: 403, title: 'Enter your password again' },
  'password.wrong': { status: 403, title: 'This is not your current password' },
  'password.short': { status: 422, title: 'The new password is too short' },
  'password.long': { status: 422, title: 'The new password is too long' },
  'password.username': { status: 422, title: 'The new password is the username' },
  'password.common': { status: 422, title: 'The new password is a common one' },
  'csrf.invalid': { status: 403, title: 'The CSRF token is missing or wrong' },
  'origin.foreign': { status: 403, title: 'The request comes from another site' },
  'handset-key.invalid': { status: 401, title: 'The handset key is missing or wrong' },
  'handset-source.invalid': { status: 401, title: 'The report is not authenticated' },
  'metrics-token.invalid': { status: 401, title: 'The metrics token is missing or wrong' },
  'message.unknown': { status: 404, title: 'No message has this code' },
  'partner.unknown': { status: 404, title: 'There is no such partner' },
  'client.unknown': { status: 404, title: 'There is no such client' },
  'directory.unknown': { status: 404, title: 'There is no such entry in the directory' },
  'directory.name-taken': { status: 409, title: 'Another entry has this name' },
  'directory.number-taken': { status: 409, title: 'Another test phone has this number' },
  'directory.in-use': { status: 409, title: 'The entry is in use' },
  'directory.changed': { status: 412, title: 'The entry was changed by someone else' },
  'directory.file-wrong': { status: 422, title: 'The file has errors' },
  'test.unknown': { status: 404, title: 'There is no such test' },
  'log.unknown': { status: 404, title: 'There is no such test log' },
  'phone.unknown': { status: 404, title: 'There is no such test phone' },
  'handset-key.unknown': { status: 404, title: 'There is no such handset key' },
  'handset-source.unknown': { status: 404, title: 'There is no such handset source' },
  'pairing.unknown': { status: 404, title: 'There is no such pairing' },
  'pairing.done': { status: 409, title: 'The pairing has ended' },
  'pairing.too-often': { status: 429, title: 'Too many texts to prove a pairing' },
  'pair-code.unknown': { status: 404, title: 'The link does not work' },
  'route.unknown': { status: 404, title: 'There is nothing at this path' },
  'gateway.unknown': { status: 404, title: 'There is no such gateway' },
  'office.unknown': { status: 404, title: 'There is no such office' },
  'recipient-set.unknown': { status: 404, title: 'There is no such recipient set' },
  'recipient-set.name-taken': { status: 409, title: 'Another recipient set has this name' },
  'recipient-set.too-many': { status: 409, title: 'There are too many recipient sets' },
  'saved-view.unknown': { status: 404, title: 'There is no such saved view' },
  'saved-view.name-taken': { status: 409, title: 'Another saved view has this name' },
  'saved-view.too-many': { status: 409, title: 'There are too many saved views' },
  'account.unknown': { status: 404, title: 'There is no such account' },
  'account.username-taken': { status: 409, title: 'Another account has this username' },
  'account.last-administrator': { status: 409, title: 'This is the last enabled administrator' },
  'account.disabled': { status: 409, title: 'The account is disabled' },
  'account.accepted': { status: 409, title: 'The invitation has been accepted' },
  'signup.closed': { status: 403, title: 'Accounts cannot be requested here' },
  'signup-request.unknown': { status: 404, title: 'There is no such request' },
  'link.unknown': { status: 404, title: 'The link does not work' },
  'gateway.read-only': { status: 409, title: 'The gateway is managed in the gateways file or by the lab' },
  'gateway.name-taken': { status: 409, title: 'Another gateway has this name' },
  'gateway.in-use': { status: 409, title: 'The gateway is in use' },
  'gateway.no-public-url': { status: 409, title: 'The provider needs a public URL of this installation' },
  'office.pinned': { status: 409, title: 'The gateways file sets the gateway of this office' },
  'test.not-unexecuted': { status: 409, title: 'The test has already started' },
  'test.changed': { status: 409, title: 'The test was changed by someone else' },
  'run.unknown': { status: 404, title: 'The test has no such run' },
  'recurrence.none': { status: 409, title: 'The test does not recur' },
  'recurrence.ended': { status: 409, title: 'The recurrence has ended' },
  'media.unknown': { status: 404, title: 'There is no such file' },
  'media.no-thumbnail': { status: 404, title: 'This file has no thumbnail' },
  'media.range': { status: 416, title: 'The range is beyond the end of the file' },
  'media.too-large': { status: 413, title: 'A file is too large' },
  'media.too-many': { status: 422, title: 'There are too many files' },
  'media.empty': { status: 422, title: 'A file is empty' },
  'media.type': { status: 422, title: 'A file is neither an image nor a video' },
  'media.dimensions': { status: 422, title: 'An image has too many pixels' },
  'media.link': { status: 422, title: 'A file could not be fetched from its link' },
  'recipients.none': { status: 422, title: 'The test has no recipients' },
  'recipients.too-many': { status: 422, title: 'The test has too many recipients' },
  'limit.reached': { status: 422, title: 'The daily limit of messages is reached' },
  'idempotency.key': { status: 400, title: 'The Idempotency-Key is not valid' },
  'idempotency.in-flight': { status: 409, title: 'This request is still in progress' },
  'idempotency.mismatch': { status: 422, title: 'This Idempotency-Key was used for another request' },
  'rate.limited': { status: 429, title: 'Too many requests' },
  'server.busy': { status: 503, title: 'The server is busy' },
  'server.draining': { status: 503, title: 'Shutting down' },
  'report.busy': { status: 503, title: 'Too many reports are being created' },
  'report.failed': { status: 503, title: 'The report could not be created' },
  'secrets.unavailable': { status: 503, title: 'The key for secrets is not available' },
  'database.unavailable': { status: 503, title: 'The database cannot be reached' },
  'server.failed': { status: 500, title: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; title: string }>;
export type ProblemCode = keyof typeof PROBLEMS;
