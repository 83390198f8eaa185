/** The program at a shell: exit codes and output. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands/help.ts';
import { SETTING_TABLE } from './settings/setting-table.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

function textprobe(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=source', MAIN, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  });
  return { status, stdout, stderr };
}

describe('textprobe', () => {
  it.each([['help'], ['--help'], []])('%s prints every command and every setting', (...args) => {
    const { status, stdout, stderr } = textprobe(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const name of [...Object.keys(COMMANDS), ...Object.keys(SETTING_TABLE)]) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'mu'));
    }
  });

  it('--version prints the version', () => {
    expect(textprobe(['--version'])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^textprobe \d+\.\d+\.\d+\n$/u),
      stderr: '',
    });
  });

  it.each(['strat', 'constructor'])('says that there is no command %s, and exits with 2', (name) => {
    expect(textprobe([name])).toEqual({
      status: 2,
      stdout: '',
      stderr: `textprobe: there is no command '${name}'. The commands are start, serve, work, migrate, import, export, rollups, set-aside, account, audit, data, secrets, lab, config, help.\n`,
    });
  });

  it('fails on invalid settings first, and reports them all', () => {
    expect(textprobe(['start'], { PORT: 'http', LOG_LEVEL: 'loud' })).toEqual({
      status: 1,
      stdout: '',
      stderr: [
        'textprobe: some settings are wrong:',
        '  PORT is "http": write a whole number from 0 to 65535, such as 3000.',
        '  LOG_LEVEL is "loud": write debug, info, warn or error.',
        '',
      ].join('\n'),
    });
  });

  it('config prints the settings in effect and their origin, without secrets', () => {
    const { status, stdout } = textprobe(['config'], {
      PORT: '4000',
      DATABASE_URL: 'postgres://textprobe:hunter2@db/textprobe',
      ADMIN_PASSWORD: 'hunter2 hunter2',
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^PORT +4000 +environment$/mu);
    expect(stdout).toMatch(/^HOST +127\.0\.0\.1 +default$/mu);
    expect(stdout).toMatch(/^PUBLIC_URL +- +default$/mu);
    expect(stdout).toMatch(/^DATA_DIR +\/.*\/data +default$/mu);
    expect(stdout).toMatch(/^DATABASE_URL +postgres:\/\/textprobe:\*\*\*@db\/textprobe +environment$/mu);
    expect(stdout).toMatch(/^ADMIN_PASSWORD +\(set, not shown\) +environment$/mu);
    expect(stdout).not.toContain('hunter2');
    expect(stdout.trimEnd().split('\n')).toHaveLength(Object.keys(SETTING_TABLE).length);
  });
});
