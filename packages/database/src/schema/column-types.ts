/**
 * Types for the meaning of columns beyond their SQL type: the generated schema types use these instead of string or
 * number. An instant reads as epoch milliseconds, but a plain number cannot be written by mistake.
 */
import type { ColumnType } from 'kysely';

declare const writable: unique symbol;

/** The result of `sqlTime`, which is all that an instant column accepts. A compile-time type only. */
export type SqlTime = number & { readonly [writable]: 'timestamptz' };

/** A `timestamptz` column: epoch milliseconds when read (±Infinity for SQL's infinities), `sqlTime(ms)` when written. */
export type Instant = ColumnType<number, SqlTime, SqlTime>;

/** DATA-1. */
export type TestType = 'IMMEDIATE' | 'SCHEDULED' | 'RECURRING';

/** DATA-1. */
export type MessageType = 'SMS' | 'MMS';

/** What to do with an occurrence that falls due while the previous run is open. */
export type Overlap = 'skip' | 'wait';

/** Who reports for a handset: an app on it, or the provider of its number. */
export type HandsetSourceKind = 'sms-gateway' | 'httpsms' | 'twilio';

/** How a phone is paired: see `PAIRING_KINDS` of the contract. */
export type PairingKind = HandsetSourceKind | 'own-app' | 'receipt';

/** An office and the phone that it sends to, as ids. */
export type OfficePhonePair = readonly [officeId: number, phoneId: number];

/** Of a row in the audit trail. */
export type AuditOutcome = 'succeeded' | 'failed';
/** By field: its value before and after, as JSON. */
export type AuditChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
