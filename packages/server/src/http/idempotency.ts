/**
 * Idempotent writes: requests with the same Idempotency-Key are executed once, and for a day every process replays the
 * first response. The response is stored in the transaction of the write, so a crash leaves both or neither; a refusal is not
 * stored, since it has written nothing.
 */
import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import {
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  IF_MATCH_HEADER,
} from '@textprobe/contract/headers';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import {
  findStoredResponse,
  holdIdempotencyKey,
  type IdempotencyKey,
  type StoredResponse,
  storeResponse,
} from '@textprobe/database/idempotency/idempotency-keys';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.ts';

/** How long responses are replayed, in milliseconds. */
export const RESPONSE_RETENTION_MS = 24 * 3_600_000;
const RETRY_AFTER_MS = 1_000;
const KEY_SYNTAX = /^[\x21-\x7e]{1,255}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** Names and digests of the form's files read so far, in order: see `noteUpload`. */
    uploadDigests?: string[];
  }
}

/** Includes a file of a form in the request's fingerprint. @param file.digest SHA-256 of its bytes, in any encoding */
export function noteUpload(request: FastifyRequest, file: { name: string; digest: string }): void {
  (request.uploadDigests ??= []).push(file.name, file.digest);
}

export interface Idempotency {
  /**
   * Call this before any validation against the database: changes made since may make the same request invalid.
   * @returns the stored response, null for a new request or one without a key
   * @throws ProblemError idempotency.key, idempotency.mismatch
   */
  recall(request: FastifyRequest): Promise<ReplayedResponse | null>;
  /**
   * Runs the work in a transaction, and stores its response (JSON, or nothing) under the request's key if it has one.
   * @param confirm runs first; throws if the caller no longer has the right to make this change
   * @throws DuplicateRequest when another request has done it since; ProblemError idempotency.in-flight while one does
   */
  write<T>(request: FastifyRequest, status: number, confirm: Confirm, work: Work<T>): Promise<T>;
}

type Work<T> = (tx: Transaction) => Promise<T>;
type Confirm = Work<void>;

/** A response to replay. `body` is JSON, empty for none. */
export interface ReplayedResponse {
  readonly status: number;
  readonly body: string;
}

/** Aborts a duplicate write: its transaction has changed nothing, and the response is stored. */
export class DuplicateRequest extends Error {
  readonly answer: ReplayedResponse;

  constructor(answer: ReplayedResponse) {
    super('this request has already been answered');
    this.name = 'DuplicateRequest';
    this.answer = answer;
  }
}

export function createIdempotency({ db, clock }: { db: Database; clock: Clock }): Idempotency {
  async function find(from: Database, asked: Keyed): Promise<ReplayedResponse | null> {
    const kept = await findStoredResponse(from, asked, clock.now() - RESPONSE_RETENTION_MS);
    return kept === null ? null : sameAnswer(asked, kept);
  }

  return {
    async recall(request) {
      const asked = readKey(request);
      return asked === null ? null : find(db, asked);
    },

    async write(request, status, confirm, work) {
      const asked = readKey(request);
      return db.transaction().execute(async (tx) => {
        await confirm(tx);
        if (asked === null) return work(tx);
        if (!(await holdIdempotencyKey(tx, asked))) throw stillInFlight();
        const given = await find(tx, asked);
        if (given !== null) throw new DuplicateRequest(given);
        const answer = await work(tx);
        const body = answer === undefined ? '' : JSON.stringify(answer);
        const { fingerprint, key } = asked;
        await storeResponse(tx, asked, {
          fingerprint,
          status,
          answer: sealAnswer(key, body),
          now: clock.now(),
        });
        return answer;
      });
    },
  };
}

export function replayAnswer(reply: FastifyReply, { status, body }: ReplayedResponse): FastifyReply {
  reply.status(status).header(IDEMPOTENCY_REPLAYED_HEADER, 'true');
  return body === ''
    ? reply.send()
    : reply.type('application/json; charset=utf-8').serializer(String).send(body);
}

/** A request with a key: the key, its hash and a fingerprint of the request. */
interface Keyed extends IdempotencyKey {
  readonly key: string;
  readonly fingerprint: Buffer;
}

function readKey(request: FastifyRequest): Keyed | null {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()];
  const { caller } = request;
  if (key === undefined || caller === null) return null;
  if (typeof key !== 'string' || !KEY_SYNTAX.test(key)) {
    throw new ProblemError(
      'idempotency.key',
      'Send an Idempotency-Key of 1 to 255 visible ASCII characters, such as a UUID.',
    );
  }
  // A token may see less than the others of its account.
  const own = caller.kind === 'token' ? `${caller.key} ${key}` : key;
  return {
    accountId: caller.accountId,
    hash: hash('sha256', own, 'buffer'),
    key,
    fingerprint: fingerprintOf(key, request),
  };
}

/**
/**
 * A hash of the request's method, URL, precondition and parsed body: the same content is the same request, as JSON or as
 * any kind of form. Of a file its bytes are hashed: written as JSON, 8 MB would block the process for seconds. Keyed with
 * the Idempotency-Key, which is not stored: a body may contain a password, and a plain hash is open to a dictionary attack.
 */
function fingerprintOf(key: string, { method, url, headers, body, uploadDigests }: FastifyRequest): Buffer {
  const precondition = headers[IF_MATCH_HEADER.toLowerCase()] ?? null;
  const content = body instanceof Uint8Array ? hash('sha256', body) : (body ?? null);
  const asked = JSON.stringify([method, url, precondition, content, uploadDigests ?? []]);
  return createHmac('sha256', key).update(asked).digest();
}

function sameAnswer({ key, fingerprint }: Keyed, kept: StoredResponse): ReplayedResponse {
  if (!kept.fingerprint.equals(fingerprint)) {
    throw new ProblemError(
      'idempotency.mismatch',
      'This Idempotency-Key was used for another request. Use a new key for each request.',
    );
  }
  return { status: kept.status, body: openAnswer(key, kept.answer) };
}

function stillInFlight(): ProblemError {
  return new ProblemError(
    'idempotency.in-flight',
    'A request with this Idempotency-Key is still in progress. Try again in a moment.',
    { retryAfterMs: RETRY_AFTER_MS },
  );
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a stored response with its Idempotency-Key, of which only a hash is stored: a response may contain a secret that
 * is shown once (a handset key), which must not be readable in the table.
 */
function sealAnswer(key: string, answer: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(key), nonce);
  const sealed = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error when encrypted with another key, or modified */
function openAnswer(key: string, bytes: Buffer): string {
  const decipher = createDecipheriv(CIPHER, cipherKey(key), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}

function cipherKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'textprobe kept answer', 32));
}
