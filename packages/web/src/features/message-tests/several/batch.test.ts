/** What is kept of Create several, so that nothing is created twice. */
import { afterEach, expect, it, vi } from 'vitest';
import { EMPTY_BATCH, keepBatch, prepareJobs, readBatch, withCreated } from './batch.ts';
import type { Line } from './read-lines.ts';

const test = (number: number, message: string) => ({
  line: { number, message, office: '', phone: '', time: '', fault: null } satisfies Line,
});
const all = () => true;
function keys() {
  let last = 0;
  return () => {
    last += 1;
    return `key ${last}`;
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('EVIDENCE-7 each line has its own key, which a retry repeats, and a created one is not sent again', () => {
  const newKey = keys();
  const tests = [test(1, 'A'), test(2, 'B'), test(3, 'A')];
  const first = prepareJobs(EMPTY_BATCH, tests, all, 'draft', newKey);
  expect(first.jobs.map(({ attempt }) => attempt.key)).toEqual(['key 1', 'key 2', 'key 3']);

  const failedTwo = withCreated(first.batch, 'key 1', 57);
  const second = prepareJobs(failedTwo, tests, all, 'draft', newKey);
  expect(second.jobs.map(({ test: { line }, attempt }) => [line.number, attempt.key])).toEqual([
    [2, 'key 2'],
    [3, 'key 3'],
  ]);
});

it('EVIDENCE-7 lines keep their attempts when others are added, corrected or removed', () => {
  const newKey = keys();
  const { batch } = prepareJobs(EMPTY_BATCH, [test(1, 'A'), test(2, 'B')], all, 'draft', newKey);
  const created = withCreated(batch, 'key 2', 57);
  const edited = [test(1, 'New'), test(2, 'B'), test(3, 'A'), test(4, 'B')];
  const { jobs } = prepareJobs(created, edited, all, 'draft', newKey);
  expect(jobs.map(({ test: { line }, attempt }) => [line.number, attempt.key])).toEqual([
    [1, 'key 3'],
    [3, 'key 1'],
    [4, 'key 4'],
  ]);
});

it('EVIDENCE-7 with another draft a failed line gets a new key, and a created one stays created', () => {
  const newKey = keys();
  const tests = [test(1, 'A'), test(2, 'B')];
  const { batch } = prepareJobs(EMPTY_BATCH, tests, all, 'draft', newKey);
  const { jobs } = prepareJobs(withCreated(batch, 'key 1', 57), tests, all, 'other draft', newKey);
  expect(jobs.map(({ attempt }) => attempt)).toEqual([
    { content: '["B","","",""]', key: 'key 3', testId: null },
  ]);
});

it('EVIDENCE-7 the text and its attempts survive a reload', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const written = { ...EMPTY_BATCH, format: 'csv', text: 'message\nHi' } as const;
  const { batch } = prepareJobs(written, [test(2, 'Hi')], all, 'draft', keys());
  keepBatch(storage, batch, false);
  expect(readBatch(storage)).toEqual(batch);
  keepBatch(storage, EMPTY_BATCH, false);
  expect(stored.size).toBe(0);
  expect(readBatch(storage)).toEqual(EMPTY_BATCH);
});

it.each(['{', 'null', '7', '{"text":7}'])('starts empty if what is stored is %s', (stored) => {
  expect(readBatch({ getItem: () => stored })).toEqual(EMPTY_BATCH);
});

it('a full storage does not stop the screen', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const setItem = () => {
    throw new Error('QuotaExceededError');
  };
  keepBatch({ setItem, removeItem: () => undefined }, { ...EMPTY_BATCH, text: 'Hi' }, false);
  expect(console.warn).toHaveBeenCalledOnce();
});
