/** What a logout would lose. */
import { beforeEach, expect, it } from 'vitest';
import {
  CREATE_DRAFT_KEY,
  SENT_DRAFT,
  SEVERAL_DRAFT_KEY,
  unsentDrafts,
  updateDraftKey,
} from './unsent-drafts.ts';

class Kept extends Map<string, string> {
  get length() {
    return this.size;
  }
  key = (index: number) => [...this.keys()][index] ?? null;
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
}

let storage: Kept;
beforeEach(() => {
  storage = new Kept([['something-else', '{"version":""}']]);
});

it('names the test that was not created, the texts of several, and each test with changes', () => {
  storage.setItem(updateDraftKey(12), '{"version":"2026-11-21"}');
  storage.setItem(CREATE_DRAFT_KEY, '{"version":""}');
  storage.setItem(SEVERAL_DRAFT_KEY, '{"version":""}');
  expect(unsentDrafts(storage)).toEqual([
    'the test that you have not created',
    'the texts in Create several',
    'your changes to test 12',
  ]);
});

it.each([undefined, `{"version":"${SENT_DRAFT}"}`, '{', 'null', '7', '{}'])(
  'finds nothing unsent in a draft that is %s',
  (kept) => {
    if (kept !== undefined) storage.setItem(CREATE_DRAFT_KEY, kept);
    expect(unsentDrafts(storage)).toEqual([]);
  },
);
