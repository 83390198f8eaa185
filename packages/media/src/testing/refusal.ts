/** Reads the message of a refusal. */
import { expect } from 'vitest';
import { type MediaRefusal, MediaRefused } from '../media-refused.ts';

/** The message with which `work` is refused under that code; anything else fails the test. */
export async function refusal(code: MediaRefusal, work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MediaRefused);
  expect(error).toMatchObject({ code });
  return (error as MediaRefused).message;
}
