import { expect, test } from 'vitest';
import { createUnderWay } from './under-way.ts';

test('it is idle once all that began has ended, promised or not, and again later', async () => {
  const underWay = createUnderWay();
  await underWay.idle();
  for (let time = 0; time < 2; time += 1) {
    const work = Promise.withResolvers<string>();
    underWay.begin();
    const tracked = underWay.track(work.promise);
    expect(underWay.count).toBe(2);
    let isIdle = false;
    const idle = underWay.idle().then(() => {
      isIdle = true;
    });
    underWay.end();
    await Promise.resolve();
    expect(isIdle).toBe(false);
    work.resolve('done');
    expect(await tracked).toBe('done');
    await idle;
    expect(underWay.count).toBe(0);
  }
});

test('work that fails has ended too', async () => {
  const underWay = createUnderWay();
  const failing = underWay.track(Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  await underWay.idle();
});
