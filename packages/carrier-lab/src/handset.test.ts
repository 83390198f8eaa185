/** Reassembly in a handset, and what the record says about it. */
import { createManualClock } from '@textprobe/smpp/testing/manual-clock';
import { expect, test } from 'vitest';
import { createHandsets, type MessagePart, type WholeText } from './handset.ts';
import type { HandsetPosts } from './handset-posts.ts';

const PHONE = '+12125550101';

test('a text with a leftover part of another message under the same reference is recorded as mixed', () => {
  const posts: Pick<HandsetPosts, 'post'> = { post: () => undefined };
  const handsets = createHandsets(createManualClock(), posts as HandsetPosts);
  handsets.set([{ phoneNumber: PHONE, carrier: 'AT&T', key: null }]);
  const seen: Pick<WholeText, 'text' | 'isMixed'>[] = [];
  const receive = (message: number, part: number, text: string) => {
    const arriving: MessagePart = {
      message,
      source: '+12025550100',
      concatenation: { ref: 7, total: 2, part },
      payload: Buffer.from(text),
      dataCoding: 0,
    };
    handsets.find(PHONE)?.receive(arriving, {
      alterations: [],
      onWhole({ text: whole, isMixed }) {
        seen.push({ text: whole, isMixed });
        return () => () => undefined;
      },
    });
  };
  receive(1, 2, 'of one');
  receive(2, 1, 'half of two and ');
  receive(3, 1, 'first and ');
  receive(3, 2, 'last of three');
  expect(seen).toEqual([
    { text: 'half of two and of one', isMixed: true },
    { text: 'first and last of three', isMixed: false },
  ]);
});
