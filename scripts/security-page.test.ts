/** docs/security.md names only tests that exist, has each requirement once, and counts them. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const textOf = (path: string) => {
  const url = new URL(`../${path}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : '';
};
const PAGE = textOf('docs/security.md');
const ROWS = [...PAGE.matchAll(/^\| (?<id>V[\d.]+) \| .* \| (?<shown>.*) \|$/gmu)].map(
  ({ groups }) => groups as { id: string; shown: string },
);

test('every test that docs/security.md names exists', () => {
  const named = ROWS.flatMap(({ id, shown }) =>
    [...shown.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`: "([^"]+?)…?"/gu)].map(([, path = '', title = '']) => {
      // `server/auth/login.test.ts` is in packages/server/src.
      const text = textOf(/^(e2e|scripts)\//u.test(path) ? path : `packages/${path.replace('/', '/src/')}`);
      const isThere = ["'", '"', '`'].some((quote) => text.includes(quote + title));
      return { id, path, title, isThere };
    }),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ isThere }) => !isThere)).toEqual([]);
});

test('docs/security.md has each requirement of levels 1 and 2 once, and counts them', () => {
  const excluded = PAGE.split('\n').filter((line) => line.startsWith('Not applicable: '));
  const excludedIds = excluded.flatMap((line) => line.match(/V\d+\.\d+\.\d+/gu) ?? []);
  const ids = [...ROWS.map(({ id }) => id), ...excludedIds];
  expect(new Set(ids).size).toBe(ids.length);
  const open = ROWS.filter(({ shown }) => shown.startsWith('Open: ')).length;
  const counts = [ROWS.length - open, open, excludedIds.length, 253];
  expect(ids).toHaveLength(253);
  expect(PAGE).toContain(`| ${counts.join(' | ')} |`);
});
