import { preflightMms } from '@textprobe/domain/mms-preflight';
import { expect, test } from 'vitest';
import { fitWords, preflightWords } from './preflight-words.ts';

const MB = 1_048_576;
const holiday = { name: 'holiday.mp4', size: 2.3 * MB };

function words(
  files: Parameters<typeof preflightMms>[0],
  carriers: string[],
  senders: string[] = [],
): string[] {
  return preflightMms(files, carriers, senders).map(preflightWords);
}

test('a file that is too large is named with its size, its carrier and the kind of sender', () => {
  expect(words([holiday], ['AT&T', 'T-Mobile', 'Cricket'])).toEqual([
    'AT&T takes at most 1 MB from a long code: holiday.mp4 (2.30 MB) may not arrive there.',
    'T-Mobile takes at most 1.5 MB from a long code: holiday.mp4 (2.30 MB) may not arrive there.',
    'Cricket takes about 600 kB from a long code: holiday.mp4 (2.30 MB) may not arrive there.',
  ]);
  expect(words([holiday], ['Verizon'], ['+18005550100'])).toEqual([
    'Verizon takes about 600 kB from a toll-free number: holiday.mp4 (2.30 MB) may not arrive there.',
  ]);
});

test('files that are too large only together are told by their sum, many by their number', () => {
  const half = (name: string) => ({ name, size: 0.7 * MB });
  expect(words([half('a'), half('b')], ['AT&T'])).toEqual([
    'AT&T takes at most 1 MB from a long code: all files together (1.40 MB) may not arrive there.',
  ]);
  const large = ['a', 'b', 'c', 'd'].map((name) => ({ name, size: 1.2 * MB }));
  expect(words(large, [''])).toEqual([
    'An unknown carrier takes about 600 kB from a long code: 4 files may not arrive there.',
  ]);
});

test('what no provider takes, and links that nobody has fetched, are said for all', () => {
  expect(
    words(
      [
        { name: 'a', size: 6 * MB },
        { name: 'l', size: null },
      ],
      [],
    ),
  ).toEqual([
    'Providers take at most 5 MB in one message: with 6.00 MB this one may not go out at all.',
    'The file behind the link is not counted: its size is known only once it is fetched.',
  ]);
});

test('carriers that take it are named too', () => {
  expect(fitWords(['AT&T'])).toBe('AT&T takes this size.');
  expect(fitWords(['AT&T', 'Verizon', ''])).toBe('AT&T, Verizon, and an unknown carrier take this size.');
});
