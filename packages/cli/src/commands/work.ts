/** `textprobe work`. */
import type { Settings } from '../settings.ts';

export async function work(_settings: Settings, _args: readonly string[]): Promise<number> {
  throw new Error('not wired yet');
}
