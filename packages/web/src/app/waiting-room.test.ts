/** Calls that wait for a login. */
import { expect, it } from 'vitest';
import { createWaitingRoom } from './waiting-room.ts';

it('lets everybody go with the same word, and keeps who comes later for the next one', async () => {
  const room = createWaitingRoom();
  const first = [room.wait(), room.wait()];
  room.release(true);
  expect(await Promise.all(first)).toEqual([true, true]);
  const later = room.wait();
  room.release(false);
  expect(await later).toBe(false);
});
