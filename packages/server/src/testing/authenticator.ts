/** The authenticator app of a person in a test. */
import { calls } from '@textprobe/contract/calls';
import { TOTP } from 'otpauth';
import type { TestClient } from './test-client.ts';

/** @returns the code that an app with this key shows at `now`, epoch milliseconds */
export function codeAt(secret: string, now: number): string {
  return new TOTP({ secret }).generate({ timestamp: now });
}

/** Turns two-factor login on. A clock that can be moved is, so that the code that did it has passed. */
export async function enrol(
  client: TestClient,
  clock: { now(): number; advance?(ms: number): Promise<void> },
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { secret } = await client.call(calls.startTwoFactor);
  const body = { code: codeAt(secret, clock.now()) };
  const { recoveryCodes } = await client.call(calls.confirmTwoFactor, { body });
  await clock.advance?.(30_000);
  return { secret, recoveryCodes };
}
