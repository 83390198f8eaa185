/**
 * Explains in one sentence why a database cannot be reached and what to do, for administrators who set DATABASE_URL.
 */
import pg from 'pg';
import { connectionSettings } from './connection.ts';

/** PostgreSQL 15: `NULLS NOT DISTINCT` and `MERGE`. */
const OLDEST_VERSION = 150_000;

/** Connects once. @throws Error with `describeConnectionError`'s sentence as message and the original error as cause */
export async function checkConnection(url: string): Promise<void> {
  try {
    await connectOnce(url);
  } catch (error) {
    throw new Error(describeConnectionError(error, url), { cause: error });
  }
}

async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client({
    ...connectionSettings(url, 'textprobe check'),
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ number: number; version: string }>(
      `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version`,
    );
    const { number, version } = rows[0] ?? { number: 0, version: '' };
    if (number < OLDEST_VERSION) throw tooOldError(version);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Exported for its test, because no such old server is available there. */
export function tooOldError(version: string): Error {
  return Object.assign(new Error(`PostgreSQL ${version}`), { code: 'TOO_OLD' });
}

/** One sentence, with the password masked. `error` comes from node-postgres or from `checkConnection`. */
export function describeConnectionError(error: unknown, url: string): string {
  const target = readTarget(url);
  if (target === undefined) {
    return 'DATABASE_URL is not a valid address: write it as postgres://user:password@host:5432/database.';
  }
  const { host, place, user, database } = target;
  const { code, message } = firstError(error);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${host} in DATABASE_URL (${place}) is unknown: check its spelling and DNS.`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `Nothing answers at ${place}: check that PostgreSQL is running there and that host and port in DATABASE_URL are correct.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `The host ${host} in DATABASE_URL (${place}) cannot be reached: check the network and firewalls.`;
    case '28P01':
      return `The password for user ${user} in DATABASE_URL (${place}) is wrong.`;
    case '28000':
      return `PostgreSQL refused user ${user} (${place}): ${message}.`;
    case '3D000':
      return `There is no database ${database} at ${place}: create it (createdb ${database}), or correct DATABASE_URL.`;
    case '42501':
      return `User ${user} lacks a permission in ${place}: ${message}.`;
    case '53300':
      return `PostgreSQL at ${place} has no free connections: raise its max_connections, or stop other programs.`;
    case '57P03':
      return `PostgreSQL at ${place} is starting up or shutting down: try again in a moment.`;
    case 'TOO_OLD':
      return `${message} at ${place} is too old: Textprobe needs PostgreSQL 15 or newer.`;
    default:
      return describeByMessage(code, message, place);
  }
}

function describeByMessage(code: string, message: string, place: string): string {
  if (/does not support SSL/i.test(message)) {
    return `PostgreSQL at ${place} does not support TLS: remove sslmode from DATABASE_URL, or enable ssl on the server.`;
  }
  if (/CERT|SIGNED|SIGNATURE|ERR_TLS|EPROTO/.test(code)) {
    return `The TLS certificate of PostgreSQL at ${place} was not accepted (${message}): set the CA certificate with sslrootcert in DATABASE_URL.`;
  }
  if (/no pg_hba.conf entry/i.test(message))
    return `PostgreSQL at ${place} refused the connection: ${message}.`;
  if (/password must be a string/i.test(message)) {
    return `PostgreSQL at ${place} requires a password, and DATABASE_URL has none.`;
  }
  if (/timeout/i.test(message)) {
    return `The connection to PostgreSQL at ${place} timed out: check the network and firewalls.`;
  }
  return `The database at ${place} cannot be used: ${message}.`;
}

interface Target {
  readonly host: string;
  /** The address without the password. */
  readonly place: string;
  readonly user: string;
  readonly database: string;
}

function readTarget(url: string): Target | undefined {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const user = decodeURIComponent(parsed.username);
  if (parsed.password !== '') parsed.password = '***';
  if (parsed.searchParams.has('password')) parsed.searchParams.set('password', '***');
  const host = parsed.searchParams.get('host') ?? parsed.hostname;
  return { host, place: parsed.href, user, database: decodeURIComponent(parsed.pathname.slice(1)) || user };
}

/** A name with several addresses fails with one error for each. */
function firstError(error: unknown): { code: string; message: string } {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return { code: '', message: String(first) };
  return { code: (first as NodeJS.ErrnoException).code ?? '', message: first.message };
}
