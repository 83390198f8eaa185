/** Runs a command that ends by itself in this process: a process of its own costs half a second of processor time. */
import { tmpdir } from 'node:os';
import type { Settings as Environment } from '@textprobe/domain/testing/child-program';
import { vi } from 'vitest';
import type { Command } from '../commands/command.ts';
import { explainError } from '../process/user-error.ts';
import { readSettings } from '../settings/settings.ts';

/** The exit code and output that the program would have. */
export async function runCommand(command: Command, args: readonly string[], env: Environment) {
  const check = readSettings({ PATH: process.env.PATH, ...env }, tmpdir());
  if (!check.ok) throw new Error(check.faults.join('\n'));
  let stdout = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
  try {
    const code = await command(check.settings, args);
    return { code, stdout, stderr: '' };
  } catch (error) {
    return { code: 1, stdout, stderr: `textprobe: ${explainError(error)}\n` };
  } finally {
    write.mockRestore();
  }
}
