/**
 * What the columns mean beyond their SQL type: the generated schema types name these instead of a bare string or
 * number. An instant is read as epoch milliseconds, but a plain number cannot be written into it by mistake.
 */
import type { ColumnType } from 'kysely';

declare const writable: unique symbol;

/** What `sqlTime` makes: the only thing an instant column takes. At run time there is no value of this type. */
export type SqlTime = number & { readonly [writable]: 'timestamptz' };

/** A `timestamptz` column: epoch milliseconds when read (±Infinity for SQL's infinities), `sqlTime(ms)` when written. */
export type Instant = ColumnType<number, SqlTime, SqlTime>;

/** DATA-1. */
export type TestType = 'IMMEDIATE' | 'SCHEDULED' | 'RECURRING';

/** DATA-1. */
export type MessageType = 'SMS' | 'MMS';

/** What an occurrence does that falls due while the run before it is open. */
export type Overlap = 'skip' | 'wait';

/** Who speaks for a handset: an app on it, or the provider of its number. */
export type HandsetSourceKind = 'sms-gateway' | 'httpsms' | 'twilio';
