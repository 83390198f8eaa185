/**
 * Writes that may safely be sent again: under one Idempotency-Key the same request is done once and answered alike for a
 * day, in whatever process it arrives. The answer is kept in the transaction of the write, so a crash leaves both or
 * neither; a refusal is not kept, as it has written nothing.
 */
import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER } from '@textprobe/contract/headers';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import {
  findKeptAnswer,
  holdIdempotencyKey,
  type IdempotencyKey,
  type KeptAnswer,
  keepAnswer,
} from '@textprobe/database/idempotency/idempotency-keys';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.ts';

/** For so long after a write its answer is given again, in milliseconds. */
export const ANSWERS_KEPT_MS = 24 * 3_600_000;
const RETRY_AFTER_MS = 1_000;
const KEY_SYNTAX = /^[\x21-\x7e]{1,255}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** What the files of a form hold, in their order, as far as they were read: see `noteUpload`. */
    uploadDigests?: string[];
  }
}

/** Has a file of a form count as part of what was asked. @param digest of its bytes, SHA-256 in any spelling */
export function noteUpload(request: FastifyRequest, file: { name: string; digest: string }): void {
  (request.uploadDigests ??= []).push(file.name, file.digest);
}

/** One transaction, and the answer to the caller once it has committed. */
export type Write = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

export interface Idempotency {
  /**
   * To be asked before anything is looked at: what a write has changed since may make the same request a fault.
   * @returns the answer given before, null for a request that is new or bears no key
   * @throws ProblemError idempotency.key, idempotency.mismatch
   */
  recall(request: FastifyRequest): Promise<GivenAnswer | null>;
  /**
   * Does the work in a transaction, and keeps what it answers (JSON, or nothing) under the request's key if it has one.
   * @throws AnsweredBefore when another process has done it meanwhile; ProblemError idempotency.in-flight while it does
   */
  write<T>(request: FastifyRequest, status: number, work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** An answer to be given again. `body` is JSON, empty for none. */
interface GivenAnswer {
  readonly status: number;
  readonly body: string;
}

/** Breaks off a write that has been done before: its transaction has changed nothing, and the answer is known. */
export class AnsweredBefore extends Error {
  readonly answer: GivenAnswer;

  constructor(answer: GivenAnswer) {
    super('this request has been answered before');
    this.name = 'AnsweredBefore';
    this.answer = answer;
  }
}

export function createIdempotency({ db, clock }: { db: Database; clock: Clock }): Idempotency {
  async function find(from: Database, asked: Keyed): Promise<GivenAnswer | null> {
    const kept = await findKeptAnswer(from, asked, clock.now() - ANSWERS_KEPT_MS);
    return kept === null ? null : sameAnswer(asked, kept);
  }

  return {
    async recall(request) {
      const asked = readKey(request);
      return asked === null ? null : find(db, asked);
    },

    async write(request, status, work) {
      const asked = readKey(request);
      if (asked === null) return db.transaction().execute(work);
      return db.transaction().execute(async (tx) => {
        if (!(await holdIdempotencyKey(tx, asked))) throw stillInFlight();
        const given = await find(tx, asked);
        if (given !== null) throw new AnsweredBefore(given);
        const answer = await work(tx);
        const body = answer === undefined ? '' : JSON.stringify(answer);
        const { fingerprint, key } = asked;
        await keepAnswer(tx, asked, {
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

export function sendAgain(reply: FastifyReply, { status, body }: GivenAnswer): FastifyReply {
  reply.status(status).header(IDEMPOTENCY_REPLAYED_HEADER, 'true');
  return body === ''
    ? reply.send()
    : reply.type('application/json; charset=utf-8').serializer(String).send(body);
}

/** A request with a key: the key's hash, the key itself and a hash over what is asked. */
interface Keyed extends IdempotencyKey {
  readonly key: string;
  readonly fingerprint: Buffer;
}

function readKey(request: FastifyRequest): Keyed | null {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY_SYNTAX.test(key)) {
    throw new ProblemError(
      'idempotency.key',
      'Send an Idempotency-Key of 1 to 255 visible ASCII characters, such as a UUID.',
    );
  }
  if (request.session === null) throw new Error('only writes of a session are kept by key');
  return {
    accountId: request.session.accountId,
    hash: hash('sha256', key, 'buffer'),
    key,
    fingerprint: fingerprintOf(key, request),
  };
}

/**
 * The body as it was understood: the same content is the same request, as JSON or as any kind of form. Under the key,
 * which is not kept: a body may hold a password, and a plain hash of one could be tried against a list of them.
 */
function fingerprintOf(
  key: string,
  { method, routeOptions, query, body, uploadDigests }: FastifyRequest,
): Buffer {
  const asked = JSON.stringify([method, routeOptions.url, query, body ?? null, uploadDigests ?? []]);
  return createHmac('sha256', key).update(asked).digest();
}

function sameAnswer({ key, fingerprint }: Keyed, kept: KeptAnswer): GivenAnswer {
  if (!kept.fingerprint.equals(fingerprint)) {
    throw new ProblemError(
      'idempotency.mismatch',
      'This Idempotency-Key was used for another request. Use a new key for each thing to be done.',
    );
  }
  return { status: kept.status, body: openAnswer(key, kept.answer) };
}

function stillInFlight(): ProblemError {
  return new ProblemError(
    'idempotency.in-flight',
    'A request with this Idempotency-Key is being answered just now. Ask again in a moment.',
    { retryAfterMs: RETRY_AFTER_MS },
  );
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals what is kept of an answer with the Idempotency-Key it was given under, of which only a hash is stored: an answer
 * may hold a secret that is shown once (a handset key), and who reads the table must not find it there.
 */
function sealAnswer(key: string, answer: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(key), nonce);
  const sealed = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error when it was sealed with another key, or changed since */
function openAnswer(key: string, bytes: Buffer): string {
  const decipher = createDecipheriv(CIPHER, cipherKey(key), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}

function cipherKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'textprobe kept answer', 32));
}
