/** The virtual handsets: each joins the parts that reach it, reads the text, and tells what it got with its key. */
import type { Clock } from '@textprobe/smpp/clock';
import { alterText } from './alteration.ts';
import type { ArrivedFile, HandsetPosts } from './handset-posts.ts';
import { isoInstant } from './iso-instant.ts';
import { type ArrivingPart, createPartJoiner, type PartJoiner } from './part-joiner.ts';
import type { Alteration } from './scenario-model.ts';

/** A phone to simulate. */
export interface HandsetEntry {
  /** E.164. */
  readonly phoneNumber: string;
  /** The carrier it is a customer of; see the scenario. */
  readonly carrier: string;
  /** The handset key it posts with; null for a phone with no agent on it, which tells nothing. */
  readonly key: string | null;
}

export interface Handset extends HandsetEntry {
  /** Takes a part from the air; `alterations` is what the carrier did to the text on its way. */
  receive(part: ArrivingPart, alterations: readonly Alteration[]): void;
  /** Takes a message that came whole; `files` are those of an MMS, null of an SMS. */
  receiveWhole(source: string, text: string, files: readonly ArrivedFile[] | null): void;
}

export interface Handsets {
  /** The phones there are from now on. One that stays keeps the parts it has. */
  set(entries: readonly HandsetEntry[]): void;
  /** The handset with this number, written with or without its plus sign. */
  find(address: string): Handset | undefined;
}

export function createHandsets(clock: Clock, posts: HandsetPosts): Handsets {
  let byDigits = new Map<string, { readonly handset: Handset; readonly joiner: PartJoiner }>();

  function createHandset(entry: HandsetEntry, joiner: PartJoiner): Handset {
    const { phoneNumber, carrier, key } = entry;

    function tell(sender: string, text: string, files: readonly ArrivedFile[] | null): void {
      if (key === null) return;
      const received = { messageCode: text, messageBody: text, sender, receivedAt: isoInstant(clock.now()) };
      posts.post(phoneNumber, key, received, files);
    }

    return {
      phoneNumber,
      carrier,
      key,
      receive(part, alterations) {
        const sent = joiner.add(part);
        if (sent !== null) tell(part.source, alterText(sent, alterations), null);
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
          const joiner = earlier.get(digits)?.joiner ?? createPartJoiner();
          return [digits, { handset: createHandset(entry, joiner), joiner }];
        }),
      );
    },
    find: (address) => byDigits.get(digitsOf(address))?.handset,
  };
}

function digitsOf(address: string): string {
  return address.startsWith('+') ? address.slice(1) : address;
}
