/** The lab's record, event by event, folded into what truly happened to each message. Knows nothing of the product. */
import type { OfferedEvent, TruthEvent } from '@textprobe/carrier-lab/truth-event';

export interface TruePart {
  readonly text: string;
  /** Each time it was offered, and how that was answered. */
  readonly offers: { readonly at: number; readonly answer: OfferedEvent['answer'] }[];
  /** When its last answer was handed to the link while that was there; null: never. */
  answeredAt: number | null;
  /** Receipts that the other side took, each with the instant at which it was handed to the link. */
  readonly receipts: { readonly at: number; readonly state: string }[];
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

export interface TruthBook {
  note(event: TruthEvent): void;
  /** The message from `source` to `destination` whose text begins with `tag`; undefined: it never reached the carrier. */
  find(source: string, destination: string, tag: string): TrueMessage | undefined;
  /** Instants at which a link was cut. */
  readonly cuts: readonly number[];
  /** Messages that the carrier was offered again after it had taken them, or refused them for good: none, promise 3 says. */
  readonly offeredTwice: readonly string[];
  readonly events: number;
  /** Forgets messages whose text begins with `tag`. @returns how many there were */
  forget(tag: string): number;
}

/** At the end of what was sent, and somewhere in what arrived. */
const CODE = /#([0-9A-Z]{11})/;

const RECEIPT_STATES = ['delivered', 'undeliverable', 'enroute'];

/** @param tagOf what the first word of a text is to the test: which of its messages between two numbers it is */
export function createTruthBook(tagOf: (text: string) => string): TruthBook {
  const byId = new Map<number, TrueMessage>();
  const byCode = new Map<string, number>();
  const byTag = new Map<string, Map<string, { id: number; message: TrueMessage }>>();
  const sent = new Map<string, number[]>();
  const cuts: number[] = [];
  const offeredTwice: string[] = [];
  let events = 0;

  function begin(event: OfferedEvent): TrueMessage {
    const { source, destination, total, marks, message: id } = event;
    const message = { source, destination, total, marks, parts: new Map(), reached: [], posts: [] };
    byId.set(id, message);
    if (event.part === 1) file(event, message);
    return message;
  }

  function file({ text, source, destination, message: id }: OfferedEvent, message: TrueMessage): void {
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
    if (part === undefined)
      message.parts.set(event.part, {
        text: event.text,
        offers: [{ at, answer }],
        answeredAt: null,
        receipts: [],
      });
    else part.offers.push({ at, answer });
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
      case 'receipt':
        // Several may be under way; they are taken in order, so each is paired with the oldest that waits.
        return void pending(event).push(event.at);
      case 'receipt taken':
        return void message.parts
          .get(event.part)
          ?.receipts.push({ at: pending(event).shift() ?? event.at, state: event.state });
      case 'reached':
        return void ownerOf(event, message).reached.push(event);
      case 'posted':
        return void ownerOf(event, message).posts.push(event);
    }
  }

  /**
   * Two long messages may meet at one phone under one number, one of them misrouted: the phone joins their parts crosswise,
   * and what it then has is the message whose code stands in it.
   */
  function ownerOf({ text }: { readonly text: string }, bearer: TrueMessage): TrueMessage {
    const id = byCode.get(CODE.exec(text)?.[1] ?? '');
    return (id === undefined ? undefined : byId.get(id)) ?? bearer;
  }

  function pending({ message, part, state }: { message: number; part: number; state: string }): number[] {
    const key = `${message}.${part}.${state}`;
    const instants = sent.get(key) ?? [];
    sent.set(key, instants);
    return instants;
  }

  return {
    note,
    find: (source, destination, tag) => byTag.get(tag)?.get(`${source} ${destination}`)?.message,
    cuts,
    offeredTwice,
    get events() {
      return events;
    },
    forget(tag) {
      const ofTag = byTag.get(tag);
      for (const { id, message } of ofTag?.values() ?? []) {
        byId.delete(id);
        for (const [part, { text }] of message.parts) {
          byCode.delete(CODE.exec(text)?.[1] ?? '');
          for (const state of RECEIPT_STATES) sent.delete(`${id}.${part}.${state}`);
        }
      }
      byTag.delete(tag);
      return ofTag?.size ?? 0;
    },
  };
}
