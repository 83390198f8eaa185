import { expect, test } from 'vitest';
import { type ComparableFile, pairFiles } from './file-pairs.ts';

function file(
  id: string,
  type = 'image/png',
  more: Partial<ComparableFile & { hash: number }> = {},
): ComparableFile {
  const { hash = id.charCodeAt(0) * 7 + id.length, isDamaged = false, lengthMs = null } = more;
  return { id, type, sha256: Buffer.alloc(32, hash), isDamaged, lengthMs };
}
const alike = () => 0;

test('pairs equal bytes whatever their order and names', () => {
  const found = pairFiles(
    [file('a', 'image/png', { hash: 1 }), file('b', 'video/mp4', { hash: 2 })],
    [file('x', 'video/mp4', { hash: 2 }), file('y', 'image/png', { hash: 1 })],
    alike,
  );
  expect(found).toEqual([
    { sent: 'a', received: 'y', outcome: 'identical', difference: 0 },
    { sent: 'b', received: 'x', outcome: 'identical', difference: 0 },
  ]);
});

test('a file sent twice and received once is missing once', () => {
  const twice = [file('a', 'image/png', { hash: 1 }), file('b', 'image/png', { hash: 1 })];
  expect(
    pairFiles(twice, [file('x', 'image/png', { hash: 1 })], alike).map(({ outcome }) => outcome),
  ).toEqual(['identical', 'missing']);
});

test('pairs transcoded pictures by similarity, and videos by position', () => {
  const look = (one: ComparableFile, other: ComparableFile) =>
    one.type === 'video/mp4' ? null : one.id.toLowerCase() === other.id.toLowerCase() ? 0.02 : 0.4;
  const found = pairFiles(
    [file('a'), file('b'), file('v', 'video/mp4')],
    [file('W', 'video/3gpp'), file('B', 'image/jpeg'), file('A', 'image/jpeg')],
    look,
  );
  expect(
    found.map(({ sent, received, outcome, difference }) => [sent, received, outcome, difference]),
  ).toEqual([
    ['a', 'A', 'transcoded', 0.02],
    ['b', 'B', 'transcoded', 0.02],
    ['v', 'W', 'transcoded', null],
  ]);
});

test('an undecodable picture is damaged, an absent file missing, a file that was not sent unexpected', () => {
  const found = pairFiles(
    [file('a'), file('v', 'video/mp4')],
    [file('A', 'image/png', { isDamaged: true, hash: 9 })],
    () => null,
  );
  expect(found.map(({ sent, received, outcome }) => [sent, received, outcome])).toEqual([
    ['a', 'A', 'damaged'],
    ['v', null, 'missing'],
  ]);
  expect(pairFiles([file('a')], [file('A', 'image/png', { isDamaged: true, hash: 9 })], () => null)).toEqual([
    { sent: 'a', received: 'A', outcome: 'damaged', difference: null },
  ]);
  expect(pairFiles([], [file('x')], alike)).toMatchObject([
    { sent: null, received: 'x', outcome: 'unexpected' },
  ]);
});

test('EVIDENCE-1 a picture that looks different, or a video of another length, is damaged, not transcoded', () => {
  const outcome = (sent: ComparableFile, received: ComparableFile, difference: number | null) =>
    pairFiles([sent], [received], () => difference)[0]?.outcome;
  expect(outcome(file('a'), file('A'), 0.1)).toBe('transcoded');
  expect(outcome(file('a'), file('A'), 0.2)).toBe('damaged');
  const video = (id: string, lengthMs: number | null) => file(id, 'video/mp4', { lengthMs });
  expect(outcome(video('v', 10_000), video('W', 9_600), null)).toBe('transcoded');
  expect(outcome(video('v', 10_000), video('W', 4_000), null)).toBe('damaged');
  expect(outcome(video('v', 10_000), video('W', null), null)).toBe('transcoded');
});

test('EVIDENCE-1 a video that arrived in place of a picture is of another kind, not one missing and one unexpected', () => {
  expect(pairFiles([file('a')], [file('W', 'video/mp4')], () => null)).toEqual([
    { sent: 'a', received: 'W', outcome: 'other kind', difference: null },
  ]);
});
