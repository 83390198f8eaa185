/** Folds the lab's event record into what really happened to each message. Independent of the product. */
import type { OfferedEvent, TruthEvent } from '@textprobe/carrier-lab/truth-event';

export interface TruePart {
  readonly text: string;
  /** Each time it was offered, and the response. */
  readonly offers: { readonly at: number; readonly answer: OfferedEvent['answer'] }[];
  /** When the last response was handed to an open link; null: never. */
  answeredAt: number | null;
  readonly receipts: TrueReceipt[];
}

type AttemptEvent = Extract<TruthEvent, { kind: 'receipt tried' }>;

/** A receipt to send, and the result of each attempt. */
export interface TrueReceipt {
  readonly at: number;
  readonly state: string;
  readonly isTrue: boolean;
  readonly attempts: Pick<AttemptEvent, 'sentAt' | 'at' | 'link' | 'outcome'>[];
  isDropped: boolean;
}

export interface TrueMessage {
  readonly source: string;
  readonly destination: string;
  readonly total: number;
  /** The number of its files; 0: an SMS. */
  readonly files: number;
  readonly marks: readonly string[];
  readonly parts: Map<number, TruePart>;
  readonly reached: Extract<TruthEvent, { kind: 'reached' }>[];
  readonly posts: Extract<TruthEvent, { kind: 'posted' }>[];
}

/** The properties that identify a message. */
export interface MessageQuery {
  readonly source: string;
  readonly destination: string;
  /** The first word of the text. */
  readonly tag: string;
  /** The code at the end of the text. */
  readonly code: string;
  readonly text: string;
}

export interface TruthBook {
  note(event: TruthEvent): void;
  /**
   * Finds a message by its numbers and tag; if its first part was lost with a link, by the code in a later part; and if that was
   * lost too, by the rest of its text. Undefined: it never reached the carrier.
   */
  find(query: MessageQuery): TrueMessage | undefined;
  /** When links were cut. */
  readonly cuts: readonly number[];
  /** Messages offered again after the carrier had accepted or finally refused them; promise 3 forbids that. */
  readonly offeredTwice: readonly string[];
  /** Posts for forgotten messages whose response was wrong for their code and phone. */
  readonly answeredWrongly: readonly string[];
  readonly events: number;
  /** Forgets messages whose text begins with `tag`. @returns their number */
  forget(tag: string): number;
}

/** At the end of a sent text, and anywhere in a received one. */
const CODE = /#([0-9A-Z]{11})/;

/** @param tagOf extracts the tag of the test from a text; with the two numbers it identifies a message */
export function createTruthBook(tagOf: (text: string) => string): TruthBook {
  const byId = new Map<number, TrueMessage>();
  const byCode = new Map<string, number>();
  const byTag = new Map<string, Map<string, { id: number; message: TrueMessage }>>();
  /** The phones of forgotten long messages by code: parts of them may still be on the phone. */
  const forgotten = new Map<string, string>();
  /** Messages whose first part has not been seen yet. */
  const withoutStart = new Set<TrueMessage>();
  const answeredWrongly: string[] = [];
  const cuts: number[] = [];
  const offeredTwice: string[] = [];
  let events = 0;

  function addMessage(event: OfferedEvent): TrueMessage {
    const { source, destination, total, files, marks, message: id } = event;
    const message = { source, destination, total, files, marks, parts: new Map(), reached: [], posts: [] };
    byId.set(id, message);
    withoutStart.add(message);
    return message;
  }

  function indexMessage(
    { text, source, destination, message: id }: OfferedEvent,
    message: TrueMessage,
  ): void {
    withoutStart.delete(message);
    const tag = tagOf(text);
    const ofTag = byTag.get(tag) ?? new Map<string, { id: number; message: TrueMessage }>();
    byTag.set(tag, ofTag);
    const key = `${source} ${destination}`;
    if (ofTag.has(key)) offeredTwice.push(`${tag} from ${key}`);
    else ofTag.set(key, { id, message });
  }

  function offer(event: OfferedEvent): void {
    const message = byId.get(event.message) ?? addMessage(event);
    const code = CODE.exec(event.text)?.[1];
    if (code !== undefined) byCode.set(code, event.message);
    const part = message.parts.get(event.part);
    const { at, answer } = event;
    if (part !== undefined) return void part.offers.push({ at, answer });
    const { text } = event;
    message.parts.set(event.part, { text, offers: [{ at, answer }], answeredAt: null, receipts: [] });
    if (event.part === 1) indexMessage(event, message);
  }

  function note(event: TruthEvent): void {
    events += 1;
    if (event.kind === 'offered') return offer(event);
    if (event.kind === 'link cut') return void cuts.push(event.at);
    const message = byId.get(event.message);
    // A repeated post for a message that was judged and forgotten adds nothing.
    if (message === undefined) return;
    switch (event.kind) {
      case 'answered': {
        const part = message.parts.get(event.part);
        if (part !== undefined) part.answeredAt = event.written ? event.at : null;
        return;
      }
      case 'receipt': {
        const { at, state, isTrue } = event;
        message.parts.get(event.part)?.receipts.push({ at, state, isTrue, attempts: [], isDropped: false });
        return;
      }
      case 'receipt tried': {
        const { sentAt, at, link, outcome } = event;
        receiptOf(event, message)?.attempts.push({ sentAt, at, link, outcome });
        return;
      }
      case 'receipt dropped': {
        const receipt = receiptOf(event, message);
        if (receipt !== undefined) receipt.isDropped = true;
        return;
      }
      case 'reached':
        return void ownerOf(event, message)?.reached.push(event);
      case 'posted': {
        const owner = ownerOf(event, message);
        if (owner === undefined) checkForgotten(event);
        else owner.posts.push(event);
      }
    }
  }

  /**
   * Two long messages may use one reference on one phone, if one of them was misrouted. The phone then mixes their parts, and the
   * result counts as the message whose code it contains.
   */
  function ownerOf({ text }: { readonly text: string }, sender: TrueMessage): TrueMessage | undefined {
    const code = CODE.exec(text)?.[1] ?? '';
    if (forgotten.has(code)) return undefined;
    const id = byCode.get(code);
    return (id === undefined ? undefined : byId.get(id)) ?? sender;
  }

  /** Checks a text that contains a leftover part, with the code, of a message that was judged long ago. */
  function checkForgotten({ phone, text, status }: Extract<TruthEvent, { kind: 'posted' }>): void {
    const expected = forgotten.get(CODE.exec(text)?.[1] ?? '') === phone ? 200 : 404;
    const isOver = status !== null && status < 500 && status !== 429;
    if (isOver && status !== expected)
      answeredWrongly.push(`${JSON.stringify(text)} at ${phone}, answered ${status} instead of ${expected}`);
  }

  function findByMiddlePart({ source, destination, text }: MessageQuery): TrueMessage | undefined {
    return [...withoutStart].find(
      (message) =>
        message.source === source &&
        message.destination === destination &&
        message.parts.size > 0 &&
        [...message.parts.values()].every((part) => text.includes(part.text)),
    );
  }

  function receiptOf(
    { part, receipt }: { part: number; receipt: number },
    message: TrueMessage,
  ): TrueReceipt | undefined {
    return message.parts.get(part)?.receipts[receipt - 1];
  }

  return {
    note,
    find: (query) =>
      byTag.get(query.tag)?.get(`${query.source} ${query.destination}`)?.message ??
      byId.get(byCode.get(query.code) ?? -1) ??
      findByMiddlePart(query),
    cuts,
    offeredTwice,
    answeredWrongly,
    get events() {
      return events;
    },
    forget(tag) {
      const ofTag = byTag.get(tag);
      for (const { id, message } of ofTag?.values() ?? []) {
        byId.delete(id);
        for (const { text } of message.parts.values()) {
          const code = CODE.exec(text)?.[1] ?? '';
          if (byCode.delete(code) && message.total > 1) forgotten.set(code, message.destination);
        }
      }
      byTag.delete(tag);
      return ofTag?.size ?? 0;
    },
  };
}
