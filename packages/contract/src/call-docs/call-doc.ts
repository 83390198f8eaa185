/** The shape of a call's API documentation, beyond its schemas (CALL-23). */
import type { z } from 'zod';
import type { ProblemCode } from '../problem.ts';
import type { AnswerHeader } from './answer-headers.ts';

/** The chapters of the API documentation, in order. */
export const API_CHAPTERS = {
  accounts:
    'Login, logout, the CSRF token that every unsafe call needs, and accounts with their invitations.',
  directory: 'Partners, their clients, their offices, and the test phones.',
  tests: 'Tests as operators define them: text, offices, phones and schedule.',
  media: 'The images and videos of MMS, as sent and as received.',
  logs: 'One log per message: the carrier’s receipt and the handset’s report.',
  handsets: 'Reports of test phones, and the keys that authenticate them.',
  gateways: 'Gateways to carriers, and their assignment to offices.',
  analytics: 'Figures over all tests and messages.',
  system: 'Health, metrics, live events and this document.',
} as const;
export type ApiChapter = keyof typeof API_CHAPTERS;

/** Of a new password that the rule refuses (ACCT-5). */
export const NEW_PASSWORD_PROBLEMS = [
  'password.short',
  'password.long',
  'password.username',
  'password.common',
] as const satisfies readonly ProblemCode[];

export interface CallDoc {
  /** A few words, without a full stop. */
  readonly summary: string;
  /** Sentences, in Markdown. */
  readonly description?: string;
  /** Problems specific to this call. Those implied by its session, body or query are added automatically. */
  readonly problems?: readonly ProblemCode[];
  /** Headers of a successful answer. */
  readonly answerHeaders?: readonly AnswerHeader[];
  /** Content type of an answer that is not JSON, or several that the caller chooses from. */
  readonly answerType?: string | readonly string[];
  /** An example answer; a test validates it against the call's schema. */
  readonly example?: unknown;
  /** An example body; validated likewise. */
  readonly exampleBody?: unknown;
  /** The schema of a body that the call parses itself. */
  readonly body?: z.ZodType;
  /**
   * Forms that the call accepts in addition to JSON. `fields`: the same fields as a form, url-encoded or multipart; `content`: a
   * multipart form with the JSON in the part `content`, and files; `content only`: this form, no JSON; `fields only`:
   * url-encoded fields, no JSON; `file`: a CSV or JSON file.
   */
  readonly form?: 'fields' | 'fields only' | 'content' | 'content only' | 'file';
}

/** A call's documentation and its chapter. */
export interface PlacedDoc extends CallDoc {
  readonly chapter: ApiChapter;
}
