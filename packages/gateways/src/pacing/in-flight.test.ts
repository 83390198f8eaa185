import { expect, test } from 'vitest';
import { createInFlight } from './in-flight.ts';

test('is idle once all operations have ended, tracked promises included, and can be reused', async () => {
  const inFlight = createInFlight();
  await inFlight.idle();
  for (let time = 0; time < 2; time += 1) {
    const work = Promise.withResolvers<string>();
    inFlight.begin();
    const tracked = inFlight.track(work.promise);
    expect(inFlight.count).toBe(2);
    let isIdle = false;
    const idle = inFlight.idle().then(() => {
      isIdle = true;
    });
    inFlight.end();
    await Promise.resolve();
    expect(isIdle).toBe(false);
    work.resolve('done');
    expect(await tracked).toBe('done');
    await idle;
    expect(inFlight.count).toBe(0);
  }
});

test('a rejected promise counts as ended', async () => {
  const inFlight = createInFlight();
  const failing = inFlight.track(Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  await inFlight.idle();
});
