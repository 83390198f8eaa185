/** The lab's record, event by event, folded into what truly happened to each message. Knows nothing of the product. */
import type { OfferedEvent, TruthEvent } from '@textprobe/carrier-lab/truth-event';

export interface TruePart {
  readonly text: string;
  /** Each time it was offered, and how that was answered. */
  readonly offers: { readonly at: number; readonly answer: OfferedEvent['answer'] }[];
  /** When its last answer was handed to the link while that was there; null: never. */
  answeredAt: number | null;
  readonly receipts: TrueReceipt[];
}

type Tried = Extract<TruthEvent, { kind: 'receipt tried' }>;

/** A receipt that was to be sent, and what came of each try. */
export interface TrueReceipt {
  readonly at: number;
  readonly state: string;
  readonly isTrue: boolean;
  readonly tries: Pick<Tried, 'sentAt' | 'at' | 'link' | 'outcome'>[];
  isDropped: boolean;
}

export interface TrueMessage {
  readonly source: string;
  readonly destination: string;
  readonly total: number;
  readonly marks: readonly string[];
  readonly parts: Map<number, TruePart>;
  readonly reached: Extract<TruthEvent, { kind: 'reached' }>[];
  readonly posts: Extract<TruthEvent, { kind: 'posted' }>[];
}

/** What a message is known by. */
export interface Sought {
  readonly source: string;
  readonly destination: string;
  /** The first word of its text. */
  readonly tag: string;
  /** At the end of its text. */
  readonly code: string;
  readonly text: string;
}

export interface TruthBook {
  note(event: TruthEvent): void;
  /**
   * The message by its numbers and how it begins; where its first part went down with a link, by the code in a later one; and
   * where that part went down too, by what is left of its text. Undefined: it never reached the carrier.
   */
  find(sought: Sought): TrueMessage | undefined;
  /** Instants at which a link was cut. */
  readonly cuts: readonly number[];
  /** Messages that the carrier was offered again after it had taken them, or refused them for good: none, promise 3 says. */
  readonly offeredTwice: readonly string[];
  /** Posts of messages forgotten by then that were answered otherwise than their code and their phone would have it. */
  readonly answeredWrongly: readonly string[];
  readonly events: number;
  /** Forgets messages whose text begins with `tag`. @returns how many there were */
  forget(tag: string): number;
}

/** At the end of what was sent, and somewhere in what arrived. */
const CODE = /#([0-9A-Z]{11})/;

/** @param tagOf what the first word of a text is to the test: which of its messages between two numbers it is */
export function createTruthBook(tagOf: (text: string) => string): TruthBook {
  const byId = new Map<number, TrueMessage>();
  const byCode = new Map<string, number>();
  const byTag = new Map<string, Map<string, { id: number; message: TrueMessage }>>();
  /** By the code of a long message that was forgotten, its phone: parts of it may still lie about there. */
  const forgotten = new Map<string, string>();
  /** Messages of which no first part was seen yet. */
  const withoutStart = new Set<TrueMessage>();
  const answeredWrongly: string[] = [];
  const cuts: number[] = [];
  const offeredTwice: string[] = [];
  let events = 0;

  function begin(event: OfferedEvent): TrueMessage {
    const { source, destination, total, marks, message: id } = event;
    const message = { source, destination, total, marks, parts: new Map(), reached: [], posts: [] };
    byId.set(id, message);
    withoutStart.add(message);
    return message;
  }

  function file({ text, source, destination, message: id }: OfferedEvent, message: TrueMessage): void {
    withoutStart.delete(message);
    const tag = tagOf(text);
    const ofTag = byTag.get(tag) ?? new Map<string, { id: number; message: TrueMessage }>();
    byTag.set(tag, ofTag);
    const key = `${source} ${destination}`;
    if (ofTag.has(key)) offeredTwice.push(`${tag} from ${key}`);
    else ofTag.set(key, { id, message });
  }

  function offer(event: OfferedEvent): void {
    const message = byId.get(event.message) ?? begin(event);
    const code = CODE.exec(event.text)?.[1];
    if (code !== undefined) byCode.set(code, event.message);
    const part = message.parts.get(event.part);
    const { at, answer } = event;
    if (part !== undefined) return void part.offers.push({ at, answer });
    const { text } = event;
    message.parts.set(event.part, { text, offers: [{ at, answer }], answeredAt: null, receipts: [] });
    if (event.part === 1) file(event, message);
  }

  function note(event: TruthEvent): void {
    events += 1;
    if (event.kind === 'offered') return offer(event);
    if (event.kind === 'link cut') return void cuts.push(event.at);
    const message = byId.get(event.message);
    // What is posted again after its message was judged and forgotten says nothing new.
    if (message === undefined) return;
    switch (event.kind) {
      case 'answered': {
        const part = message.parts.get(event.part);
        if (part !== undefined) part.answeredAt = event.written ? event.at : null;
        return;
      }
      case 'receipt': {
        const { at, state, isTrue } = event;
        message.parts.get(event.part)?.receipts.push({ at, state, isTrue, tries: [], isDropped: false });
        return;
      }
      case 'receipt tried': {
        const { sentAt, at, link, outcome } = event;
        receiptOf(event, message)?.tries.push({ sentAt, at, link, outcome });
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
   * Two long messages may meet at one phone under one number, one of them misrouted: the phone joins their parts crosswise,
   * and what it then has is the message whose code stands in it.
   */
  function ownerOf({ text }: { readonly text: string }, bearer: TrueMessage): TrueMessage | undefined {
    const code = CODE.exec(text)?.[1] ?? '';
    if (forgotten.has(code)) return undefined;
    const id = byCode.get(code);
    return (id === undefined ? undefined : byId.get(id)) ?? bearer;
  }

  /** A part left over by a message that was judged long ago completed another one, and with it came its code. */
  function checkForgotten({ phone, text, status }: Extract<TruthEvent, { kind: 'posted' }>): void {
    const wanted = forgotten.get(CODE.exec(text)?.[1] ?? '') === phone ? 200 : 404;
    const isOver = status !== null && status < 500 && status !== 429;
    if (isOver && status !== wanted)
      answeredWrongly.push(`${JSON.stringify(text)} at ${phone}, answered ${status}, not ${wanted}`);
  }

  function findMiddle({ source, destination, text }: Sought): TrueMessage | undefined {
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
    find: (sought) =>
      byTag.get(sought.tag)?.get(`${sought.source} ${sought.destination}`)?.message ??
      byId.get(byCode.get(sought.code) ?? -1) ??
      findMiddle(sought),
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
