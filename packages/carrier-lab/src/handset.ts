/** The virtual handsets: each reassembles the parts that reach it, decodes the text, and reports it with its key. */
import type { Clock } from '@textprobe/smpp/clock';
import { type ArrivingPart, createPartJoiner, type PartJoiner } from '@textprobe/smpp/part-joiner';
import { alterJoined } from './alteration.ts';
import type { ArrivedFile, HandsetPosts, OnTried } from './handset-posts.ts';
import type { FileFate } from './mms-files.ts';
import type { Alteration } from './scenario-model.ts';

/** The sender that a handset shows when a route has replaced ours: a short code. */
export const OTHER_SENDER = '24273';

/** A phone to simulate. */
export interface HandsetEntry {
  /** E.164. */
  readonly phoneNumber: string;
  /** Its carrier; see the scenario. */
  readonly carrier: string;
  /** The handset key; null for a phone without an agent, which does not report. */
  readonly key: string | null;
}

/** What happens to a message before the handset has it. */
export interface Passage {
  /** Alterations of the text: the first one that changes it applies. */
  readonly alterations: readonly Alteration[];
  /** Called when the handset has the whole message; returns the listener of the post of each text that it reports. */
  readonly onWhole?: (got: WholeText) => (reported: string) => OnTried;
}

/** What a handset shows. */
export interface WholeText {
  readonly sender: string;
  readonly text: string;
  readonly alteration: Alteration | null;
  /** It contains parts of several messages. */
  readonly isMixed: boolean;
  /** What became of the files of an MMS; null: an SMS. */
  readonly files: readonly FileFate[] | null;
  /** Whether the handset reports them. */
  readonly reportsFiles: boolean;
}

/** A part, and the lab's number of its message. */
export interface MessagePart extends ArrivingPart {
  readonly message: number;
}

export interface Handset extends HandsetEntry {
  /** Receives a part. The fate of the part that completes the message applies to the whole. */
  receive(part: MessagePart, passage: Passage): void;
  /** Receives a message without parts; `files` are those of an MMS, null: reported as an SMS. */
  receiveWhole(source: string, text: string, files: readonly ArrivedFile[] | null, onTried?: OnTried): void;
}

export interface Handsets {
  /** Replaces the phones. One that stays keeps the parts it has. */
  set(entries: readonly HandsetEntry[]): void;
  /** The handset with this number, with or without a plus sign. */
  find(address: string): Handset | undefined;
  /** Those with a key, and so with an agent. */
  withKeys(): readonly (HandsetEntry & { readonly key: string })[];
  /** The handset that gets misrouted messages of this one, always the same; undefined if there is no other. */
  neighborOf(handset: Handset): Handset | undefined;
}

export function createHandsets(clock: Clock, posts: HandsetPosts): Handsets {
  let byDigits = new Map<string, { readonly handset: Handset; readonly joiner: PartJoiner<MessagePart> }>();

  function createHandset(entry: HandsetEntry, joiner: PartJoiner<MessagePart>): Handset {
    const { phoneNumber, carrier, key } = entry;

    function report(
      sender: string,
      text: string,
      files: readonly ArrivedFile[] | null,
      onTried?: OnTried,
    ): void {
      if (key === null) return;
      // oxlint-disable-next-line no-restricted-globals -- formats the given instant, reads no time
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
        const isMixed = sent.of.some(({ message }) => message !== part.message);
        const { text, alteration } = alterJoined(
          sent,
          isMixed ? alterations.filter((kind) => kind !== 'parts-separate') : alterations,
        );
        const got = { sender: part.source, text, alteration, isMixed, files: null, reportsFiles: false };
        const onReport = onWhole?.(got);
        for (const reported of alteration === 'parts-separate' ? sent.parts : [text])
          report(part.source, reported, null, onReport?.(reported));
      },
      receiveWhole: report,
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
    neighborOf({ phoneNumber }) {
      const all = [...byDigits.values()];
      const index = all.findIndex(({ handset }) => handset.phoneNumber === phoneNumber);
      return all.length > 1 ? all[(index + 1) % all.length]?.handset : undefined;
    },
  };
}

function digitsOf(address: string): string {
  return address.startsWith('+') ? address.slice(1) : address;
}
