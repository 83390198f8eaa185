/** The virtual handsets: each joins the parts that reach it, reads the text, and tells what it got with its key. */
import type { Clock } from '@textprobe/smpp/clock';
import { type ArrivingPart, createPartJoiner, type PartJoiner } from '@textprobe/smpp/part-joiner';
import { alterJoined } from './alteration.ts';
import type { ArrivedFile, HandsetPosts, OnTried } from './handset-posts.ts';
import type { Alteration } from './scenario-model.ts';

/** The sender that a handset shows where a route has put another in the place of ours: somebody's short code. */
export const OTHER_SENDER = '24273';

/** A phone to simulate. */
export interface HandsetEntry {
  /** E.164. */
  readonly phoneNumber: string;
  /** The carrier it is a customer of; see the scenario. */
  readonly carrier: string;
  /** The handset key it posts with; null for a phone with no agent on it, which tells nothing. */
  readonly key: string | null;
}

/** What befell a message on its way through the air, and who is told of it. */
export interface Passage {
  /** What is done to the text: the first of these that changes it. */
  readonly alterations: readonly Alteration[];
  /** Told when the handset has the whole; it answers who is told of its posts. */
  readonly onWhole?: (got: WholeText) => OnTried;
}

/** What a handset shows. */
export interface WholeText {
  readonly sender: string;
  readonly text: string;
  readonly alteration: Alteration | null;
  /** Parts of more than one message are in it. */
  readonly isMixed: boolean;
}

/** A part, and the lab's own number of its message. */
export interface MessagePart extends ArrivingPart {
  readonly message: number;
}

export interface Handset extends HandsetEntry {
  /** Takes a part from the air. What befell the last one that was missing befell the message. */
  receive(part: MessagePart, passage: Passage): void;
  /** Takes a message that came whole; `files` are those of an MMS, null of an SMS. */
  receiveWhole(source: string, text: string, files: readonly ArrivedFile[] | null): void;
}

export interface Handsets {
  /** The phones there are from now on. One that stays keeps the parts it has. */
  set(entries: readonly HandsetEntry[]): void;
  /** The handset with this number, written with or without its plus sign. */
  find(address: string): Handset | undefined;
  /** Those that have a key, and so an agent on them. */
  withKeys(): readonly (HandsetEntry & { readonly key: string })[];
  /** Another one, always the same for the same: who gets what is misrouted. Undefined where there is but one. */
  neighbourOf(handset: Handset): Handset | undefined;
}

export function createHandsets(clock: Clock, posts: HandsetPosts): Handsets {
  let byDigits = new Map<string, { readonly handset: Handset; readonly joiner: PartJoiner<MessagePart> }>();

  function createHandset(entry: HandsetEntry, joiner: PartJoiner<MessagePart>): Handset {
    const { phoneNumber, carrier, key } = entry;

    function tell(
      sender: string,
      text: string,
      files: readonly ArrivedFile[] | null,
      onTried?: OnTried,
    ): void {
      if (key === null) return;
      // oxlint-disable-next-line no-restricted-globals -- writes the instant it is given, reads no time
      const receivedAt = new Date(clock.now()).toISOString();
      const received = { messageCode: text, messageBody: text, sender, receivedAt };
      posts.post(phoneNumber, key, received, files, onTried);
    }

    return {
      phoneNumber,
      carrier,
      key,
      receive(part, { alterations, onWhole }) {
        const sent = joiner.add(part);
        if (sent === null) return;
        const { text, alteration } = alterJoined(sent, alterations);
        const isMixed = sent.of.some(({ message }) => message !== part.message);
        tell(part.source, text, null, onWhole?.({ sender: part.source, text, alteration, isMixed }));
      },
      receiveWhole: tell,
    };
  }

  return {
    set(entries) {
      const earlier = byDigits;
      byDigits = new Map(
        entries.map((entry) => {
          const digits = digitsOf(entry.phoneNumber);
          const joiner = earlier.get(digits)?.joiner ?? createPartJoiner<MessagePart>();
          return [digits, { handset: createHandset(entry, joiner), joiner }];
        }),
      );
    },
    find: (address) => byDigits.get(digitsOf(address))?.handset,
    withKeys: () =>
      [...byDigits.values()].flatMap(({ handset }) => {
        const { phoneNumber, carrier, key } = handset;
        return key === null ? [] : [{ phoneNumber, carrier, key }];
      }),
    neighbourOf({ phoneNumber }) {
      const all = [...byDigits.values()];
      const index = all.findIndex(({ handset }) => handset.phoneNumber === phoneNumber);
      return all.length > 1 ? all[(index + 1) % all.length]?.handset : undefined;
    },
  };
}

function digitsOf(address: string): string {
  return address.startsWith('+') ? address.slice(1) : address;
}
