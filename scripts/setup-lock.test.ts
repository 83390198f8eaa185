import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withSetupLock } from './setup-lock.mjs';

const MODULE = new URL('./setup-lock.mjs', import.meta.url).href;

describe('the lock of a checkout', () => {
  let root: string;
  let lock: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'textprobe lock '));
    mkdirSync(path.join(root, '.cache'));
    lock = path.join(root, '.cache', 'setup.lock');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(root, { recursive: true, force: true });
  });

  it('admits one process at a time, while the other reports that it waits', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const order: string[] = [];
    const inside = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    const first = withSetupLock(root, async () => {
      inside.resolve();
      await leave.promise;
      order.push('first');
    });
    await inside.promise;
    const second = withSetupLock(root, async () => order.push('second'));
    await vi.waitFor(() => expect(said).toHaveBeenCalledOnce(), { timeout: 15_000 });
    leave.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
    expect(said.mock.lastCall?.[0]).toContain(
      `process ${process.pid} is installing or building here; waiting`,
    );
    expect(readdirSync(path.dirname(lock))).toEqual([]);
  });

  it('is released when the work fails', async () => {
    await expect(withSetupLock(root, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(withSetupLock(root, async () => 'next')).resolves.toBe('next');
  });

  it('is taken over from a killed holder', async () => {
    const script = `import { withSetupLock } from '${MODULE}';
      await withSetupLock(process.argv[1], async () => process.kill(process.pid, 'SIGKILL'));`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script, root]);
    expect(signal).toBe('SIGKILL');
    expect(readdirSync(path.dirname(lock))).toContain('setup.lock');
    await expect(withSetupLock(root, async () => 'taken')).resolves.toBe('taken');
  });

  it.runIf(process.platform === 'linux')(
    'is taken when its pid belongs to another program by now',
    async () => {
      writeFileSync(lock, JSON.stringify({ pid: process.pid, started: 'long ago' }));
      await expect(withSetupLock(root, async () => 'taken')).resolves.toBe('taken');
    },
  );

  it('reports that the checkout is not writable', async () => {
    rmSync(path.join(root, '.cache'), { recursive: true });
    writeFileSync(path.join(root, '.cache'), 'a file');
    await expect(withSetupLock(root, async () => undefined)).rejects.toThrow('is not writable');
  });
});
