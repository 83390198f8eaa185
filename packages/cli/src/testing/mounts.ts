/** Faulty file systems for tests: read-only or small. Needs root, and does not work in every container. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

export interface Mount {
  /** Remounts with other options, such as a size. */
  remount(options: string): void;
  unmount(): void;
}

/**
 * @param options of mount(8) for tmpfs, such as `ro` or `size=1m`
 * @returns null if this process may not mount
 */
export function mountInMemory(folder: string, options: string): Mount | null {
  mkdirSync(folder, { recursive: true });
  if (!run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder)) return null;
  return {
    remount(changed) {
      if (!run('mount', '-o', `remount,${changed}`, folder)) throw new Error(`${folder}: no ${changed}`);
    },
    unmount() {
      if (!run('umount', folder)) throw new Error(`${folder} is still in use`);
    },
  };
}

function run(command: string, ...args: readonly string[]): boolean {
  return process.platform === 'linux' && spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
