/** What the description of the interface says of a call beyond the shapes it takes and gives (CALL-23). */
import type { z } from 'zod';
import type { ProblemCode } from '../problem.ts';
import type { AnswerHeader } from './answer-headers.ts';

/** The chapters of the description, in the order of reading. */
export const API_CHAPTERS = {
  accounts: 'Logging in and out, and the token that every unsafe call bears.',
  directory: 'Partners, their clients, their offices, and the test phones.',
  tests: 'What operators define: a text, offices, phones and a schedule.',
  media: 'The pictures and videos of MMS, as they were given and as they arrived.',
  logs: 'One log a message: what the carrier claims beside what the handset confirms.',
  handsets: 'What test phones report, and the keys they prove themselves with.',
  gateways: 'The ways out to carriers, and which office uses which.',
  analytics: 'Figures over all tests and messages.',
  system: 'For whoever looks after the installation, and for programs.',
} as const;
export type ApiChapter = keyof typeof API_CHAPTERS;

export interface CallDoc {
  /** A few words, without a full stop. */
  readonly summary: string;
  /** Sentences, in Markdown. */
  readonly description?: string;
  /** Refusals of its own. Those that follow from what a call is (a session, a body, a query) are added to all alike. */
  readonly problems?: readonly ProblemCode[];
  /** Headers of the good answer. */
  readonly answerHeaders?: readonly AnswerHeader[];
  /** Content type of an answer that is not JSON. */
  readonly answerType?: string;
  /** An answer as it comes; checked against the call's schema. */
  readonly example?: unknown;
  /** A body as it is sent; checked alike. */
  readonly exampleBody?: unknown;
  /** The body of a call that reads it by rules of its own, told in the same words. */
  readonly body?: z.ZodType;
  /**
   * How else a body comes than as JSON. `fields`: the same fields as a form, url-encoded or multipart; `content`: a
   * multipart form whose part `content` is the JSON, with files beside it; `content only`: no other way
   * than that; `fields only`: url-encoded fields, and no other way.
   */
  readonly form?: 'fields' | 'fields only' | 'content' | 'content only';
}

/** With the chapter that it stands in. */
export interface PlacedDoc extends CallDoc {
  readonly chapter: ApiChapter;
}
