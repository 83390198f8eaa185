import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carrierSizeLimit, preflightMms, senderKind } from './mms-preflight.ts';

const MB = 1_048_576;
const LONG_CODE = '+12135550182';
const holiday = { name: 'holiday.mp4', size: 2.3 * MB };

test("a video of 2.3 MB exceeds every carrier's limit for a long code, and is named", () => {
  const notices = preflightMms([holiday], ['AT&T', 'T-Mobile', 'Verizon', 'AT&T'], [LONG_CODE]);
  const shared = { kind: 'carrier', sender: 'long code', total: holiday.size, tooLarge: [holiday] };
  expect(notices).toEqual([
    { ...shared, carrier: 'AT&T', limit: MB },
    { ...shared, carrier: 'T-Mobile', limit: 1.5 * MB },
    { ...shared, carrier: 'Verizon', limit: MB },
  ]);
});

test('files that fit individually but not together are reported by their total', () => {
  const files = [
    { name: 'a.jpg', size: 0.6 * MB },
    { name: 'b.jpg', size: 0.6 * MB },
  ];
  expect(preflightMms(files, ['Verizon', 'T-Mobile'], [LONG_CODE])).toEqual([
    { kind: 'carrier', carrier: 'Verizon', sender: 'long code', limit: MB, total: 1.2 * MB, tooLarge: [] },
  ]);
});

test('an unlisted carrier is assumed to accept what passes everywhere, 600 kB', () => {
  expect(carrierSizeLimit('U.S. Cellular', 'long code')).toBe(614_400);
  expect(carrierSizeLimit('', 'long code')).toBe(614_400);
  expect(carrierSizeLimit('at & t', 'long code')).toBe(MB);
});

test('of several senders the one with the lowest limit decides', () => {
  const files = [{ name: 'a.jpg', size: 0.8 * MB }];
  expect(preflightMms(files, ['AT&T'], [LONG_CODE])).toEqual([]);
  expect(preflightMms(files, ['AT&T'], [LONG_CODE, '(800) 555-0100'])).toMatchObject([
    { sender: 'toll-free number', limit: 614_400 },
  ]);
});

test.each([
  ['+12135550182', 'long code'],
  ['+18005550100', 'toll-free number'],
  ['1 (888) 555-0100', 'toll-free number'],
  ['+18105550100', 'long code'],
  ['+448005550100', 'long code'],
  ['24273', 'short code'],
] as const)('%s is a %s', (number, kind) => {
  expect(senderKind(number)).toBe(kind);
});

test('a link has no size until it is fetched: reported, and never counted', () => {
  const link = { name: 'https://pictures.example/cat.png', size: null };
  expect(preflightMms([link], ['AT&T'], [])).toEqual([{ kind: 'unknown size', files: [link] }]);
});

test('no provider accepts more than 5 MB in one message, whatever the carrier', () => {
  const files = [
    { name: 'a.mp4', size: 5 * MB },
    { name: 'b.jpg', size: 1 },
  ];
  expect(preflightMms(files, [], [])).toEqual([{ kind: 'provider', limit: 5 * MB, total: 5 * MB + 1 }]);
  expect(preflightMms([{ name: 'a.mp4', size: 5 * MB }], [], [])).toEqual([]);
});

test('an additional file never removes a warning', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 3 * MB }), { maxLength: 6 });
  const carriers = fc.array(fc.constantFrom('AT&T', 'Verizon', 'T-Mobile', 'Other'), { maxLength: 4 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 3 * MB }), carriers, (before, more, to) => {
      const files = before.map((size, index) => ({ name: String(index), size }));
      const warned = preflightMms(files, to, []);
      const then = preflightMms([...files, { name: 'more', size: more }], to, []);
      const names = (list: typeof warned) =>
        list.map((one) => (one.kind === 'carrier' ? one.carrier : one.kind));
      expect(names(then)).toEqual(expect.arrayContaining(names(warned)));
    }),
  );
});
