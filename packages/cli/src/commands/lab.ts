/** `textprobe lab`. */
import type { Settings } from '../settings.ts';

export async function lab(_settings: Settings, _args: readonly string[]): Promise<number> {
  throw new Error('not wired yet');
}
