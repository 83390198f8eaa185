/** Writes the rows of the audit trail (AUDIT-1): who made a call, on what, and what it changed. */
import { createHmac } from 'node:crypto';
import type { Call } from '@textprobe/contract/call';
import { type AuditActor, insertAudit } from '@textprobe/database/audit/audit-log';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import type { AuditChanges } from '@textprobe/database/schema/column-types';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressOf } from './network.ts';

/** What a change says of itself where request and answer do not say it. */
export interface AuditNote {
  /** Default: the id in the path, the query, the answer or the body. */
  readonly objectId?: number | string | null;
  /** The object before the change. Default: nothing. */
  readonly before?: object;
  /** What it is now, of any fields. Default: the fields of the body, as the answer has them. */
  readonly after?: object;
  /** The names of secrets among its settings that are new. */
  readonly secrets?: readonly string[];
  /** Who acted, where the request has no caller. */
  readonly account?: { readonly id: number; readonly username: string };
}

/** May be called more than once: later values win. */
export type NoteAudit = (note: AuditNote) => void;

/** Writes the row of a call, in the transaction of its change; none for a call that leaves none. */
export type RecordAudit = (
  call: Call,
  request: FastifyRequest,
  of?: { readonly tx?: Transaction; readonly note?: AuditNote; readonly answer?: unknown },
) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    recordAudit: RecordAudit;
  }
}

/** @param deps.secret keys the hashes of phone numbers */
export function createRecordAudit({
  db,
  clock,
  secret,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: Buffer;
}): RecordAudit {
  const masked = (phoneNumber: string) =>
    `…${phoneNumber.slice(-2)} (${createHmac('sha256', secret).update(phoneNumber).digest('hex').slice(0, 16)})`;
  return async (call, request, { tx = db, note = {}, answer } = {}) => {
    if (typeof call.audit !== 'string') return;
    const { before = {}, after = afterOf(call, request, answer), secrets = [] } = note;
    await insertAudit(tx, {
      ...actorOf(request, note),
      at: clock.now(),
      action: call.audit,
      objectId: objectIdOf(call, request, note, answer),
      partnerId: partnerOf([answer, after, before]),
      outcome: 'succeeded',
      changes: {
        ...changesBetween(before, after, masked),
        ...Object.fromEntries(secrets.map((name) => [`settings.${name}`, CHANGED])),
      },
    });
  };
}

function actorOf(request: FastifyRequest, { account }: AuditNote): AuditActor {
  const { caller } = request;
  return {
    accountId: account?.id ?? caller?.accountId ?? null,
    username: account?.username ?? caller?.username ?? null,
    token: caller?.token ?? null,
    address: addressOf(request.ip),
    requestId: request.id,
  };
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown) => (value !== null && typeof value === 'object' ? value : {}) as Fields;

const OWN_ACCOUNT = /^\/api\/account(\/|$)/;

function objectIdOf(
  { path }: Call,
  { params, query, body, caller }: FastifyRequest,
  note: AuditNote,
  answer: unknown,
): string | null {
  if (note.objectId !== undefined) return note.objectId === null ? null : String(note.objectId);
  if (OWN_ACCOUNT.test(path)) return String(caller?.accountId);
  const id = [params, query, answer, body]
    .map(fieldsOf)
    .flatMap((fields) => [fields['id'], fields['testId']])
    .find((value) => typeof value === 'number' || typeof value === 'string');
  return id === undefined ? null : String(id);
}

function partnerOf(objects: readonly unknown[]): number | null {
  const [id] = objects.map((value) => fieldsOf(value)['partnerId']).filter((one) => typeof one === 'number');
  return id ?? null;
}

/**
 * Only fields of the body: what a caller may set, and never a secret that the answer shows once. A call that only reads has
 * its filters.
 */
function afterOf({ method, body: schema }: Call, { body, query }: FastifyRequest, answer: unknown): Fields {
  if (method === 'GET') return fieldsOf(query);
  const [given, answered] = [fieldsOf(body), fieldsOf(answer)];
  const names = namesIn(schema).filter((name) => !PROOF_FIELDS.has(name));
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(answered, name) ? answered[name] : given[name]]),
  );
}

/** The names of all fields of a schema, in all of its forms. */
export function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(namesIn))];
  if (schema instanceof z.ZodPipe) return namesIn(schema.in);
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? namesIn(schema.unwrap()) : [];
}

/** Given to prove something, and kept nowhere. */
export const PROOF_FIELDS: ReadonlySet<string> = new Set([
  'code',
  'currentPassword',
  'newPassword',
  'password',
  'token',
]);
/** Only that they changed is recorded. */
export const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['messageBody', 'secret']);
const CHANGED = [null, 'changed'] as const;

/**
 * Fields that are the same before and after are left out. An object within an object has a row for each of its fields. Of a
 * phone number its last two digits and a keyed hash stay, since these rows can never be changed.
 */
export function changesBetween(
  before: object,
  after: object,
  masked = (phoneNumber: string) => `…${phoneNumber.slice(-2)}`,
  prefix = '',
): AuditChanges {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names = Object.keys({ ...old, ...now }).filter((name) => Object.hasOwn(now, name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const [from, to] = [old[name], now[name]];
      if (isSame(from, to)) return [];
      const path = prefix + name;
      if (HIDDEN_FIELDS.has(name)) return [[path, CHANGED]];
      if (isPlain(to) && (isPlain(from) || isNothing(from)))
        return Object.entries(changesBetween(from ?? {}, to, masked, `${path}.`));
      const show = (value: unknown) =>
        name === 'phoneNumber' && typeof value === 'string' ? masked(value) : brief(value);
      return [[path, [show(from), show(to)]]];
    }),
  );
}

const isPlain = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined;
const isSame = (a: unknown, b: unknown) =>
  JSON.stringify(a === '' ? null : (a ?? null)) === JSON.stringify(b === '' ? null : (b ?? null));

const LONGEST = 500;

/** A long value is cut: a test may have 10,000 offices. */
function brief(value: unknown): unknown {
  const text = JSON.stringify(value ?? null);
  if (text.length <= LONGEST) return value ?? null;
  if (Array.isArray(value)) return `${value.length.toLocaleString('en-US')} entries`;
  return `${(typeof value === 'string' ? value : text).slice(0, LONGEST).toWellFormed()}…`;
}
