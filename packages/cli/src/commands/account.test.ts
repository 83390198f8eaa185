/** `textprobe account` beside a running program. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls } from '@textprobe/contract/calls';
import { PROGRAM_TEST_MS, runProgram, startProgram } from '@textprobe/domain/testing/child-program';
import { enrol } from '@textprobe/server/testing/authenticator';
import { createTestClient } from '@textprobe/server/testing/test-client';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../process/system-clock.ts';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';
import { runCommand } from '../testing/run-command.ts';
import { account } from './account.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const SIGN_ON = {
  OIDC_ISSUER: 'https://sso.example.com',
  OIDC_CLIENT_ID: 'textprobe',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_ROLE_MAP: 'staff=viewer',
  OIDC_NAME: 'Acme SSO',
};

let site: DataSite;
beforeAll(async () => {
  site = await makeDataSite();
});
afterAll(() => site.remove(site.path('data'), site.path('rule')));

it('ACCT-1 ACCT-6 ACCT-7 ACCT-10 AUDIT-1 AUDIT-2 adds an account, changes its role, lists it, resets its two-factor login, links it with single sign-on, disables and enables it, while the program runs', async () => {
  const settings = { DATA_DIR: await site.dataDir('data'), ADMIN_PASSWORD: 'correct horse battery staple' };
  const program = await startProgram(['start'], { settings });
  onTestFinished(async () => void (await program.end()));
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(account, args, settings);
    return `${code} ${stdout}${stderr}`.trim();
  };

  expect(await run('add', 'vera', 'viewer')).toBe(
    '0 vera is a viewer and logs in with the password in ADMIN_PASSWORD',
  );
  expect(await run('add', 'VERA', 'operator')).toBe('1 textprobe: There is already an account "VERA".');
  const vera = createTestClient(program.place);
  const status = async () => (await vera.send('GET', '/api/auth/sm/v1/status')).json();
  await vera.login('vera', settings.ADMIN_PASSWORD);
  expect(await status()).toMatchObject({ user: { username: 'vera', role: 'viewer' } });

  expect(await run('set-role', 'vera', 'operator')).toBe('0 vera is now an operator');
  expect(await status()).toMatchObject({ user: { role: 'operator' } });
  const partners = async () => (await vera.send('GET', '/api/tests/sm/v1/partners')).json();
  expect(await partners()).toHaveLength(3);
  expect(await run('set-partners', 'vera', 'Harbor Health Group')).toBe('0 vera sees 1 partner');
  expect(await partners()).toEqual([{ id: expect.any(Number), name: 'Harbor Health Group' }]);
  const seesAll = '1 textprobe: Administrators and auditors see all partners.';
  expect(await run('set-role', 'vera', 'auditor')).toBe(
    `${seesAll} Run textprobe account set-partners vera all.`,
  );
  expect(await run('set-partners', 'admin', 'Harbor Health Group')).toBe(
    `${seesAll} Run textprobe account set-partners admin all.`,
  );
  expect(await run('add', 'otto', 'auditor', 'Harbor Health Group')).toBe(
    `${seesAll} Leave out the partners.`,
  );
  expect(await run('set-partners', 'vera', 'Harbour')).toBe(
    '1 textprobe: There is no partner "Harbour"; there are "Harbor Health Group", "Lakeshore Auto Alliance", "Summit Property Partners".',
  );
  expect(await run('disable', 'vera')).toBe('0 vera is disabled and logged out');
  expect(await status()).toEqual({ authenticated: false });
  expect(await run('list')).toMatch(
    /^0 admin {2}administrator {2}all partners {9}active {4}no login yet\nvera {3}operator {7}Harbor Health Group {2}disabled {2}last login \S.*$/u,
  );
  expect(await run('enable', 'vera')).toBe('0 vera is enabled');
  expect((await vera.login('vera', settings.ADMIN_PASSWORD)).status).toBe(200);
  expect(await run('reset-two-factor', 'vera')).toBe('0 vera has no two-factor login');
  expect(await run('reset-two-factor', 'nora')).toBe('1 textprobe: There is no account "nora".');
  await enrol(vera, systemClock);
  expect((await createTestClient(program.place).login('vera', settings.ADMIN_PASSWORD)).status).toBe(401);
  expect(await run('reset-two-factor', 'vera')).toBe(
    '0 vera is logged out everywhere and logs in with the password alone',
  );
  expect(await status()).toEqual({ authenticated: false });
  expect((await vera.login('vera', settings.ADMIN_PASSWORD)).status).toBe(200);
  expect(await run('link-sign-on', 'vera', 'subject 1')).toBe(
    '1 textprobe: Set OIDC_ISSUER first: single sign-on is not set up.',
  );
  const withSignOn = { ...settings, ...SIGN_ON };
  const link = async (username: string) => {
    const { stdout, stderr } = await runCommand(account, ['link-sign-on', username, 'subject 1'], withSignOn);
    return stdout + stderr;
  };
  expect(await link('vera')).toBe(
    'vera logs in with Acme SSO, which sets its role and partners at the next login\n',
  );
  expect(await link('admin')).toBe('textprobe: "subject 1" already logs in to "vera".\n');
  expect(await run('disable', 'admin')).toBe(
    '1 textprobe: admin is the last enabled administrator. Make another account an administrator first.',
  );

  const withLinks = { DATA_DIR: settings.DATA_DIR, PUBLIC_URL: 'https://textprobe.example.com' };
  const { stdout: invited } = await runProgram(['account', 'add', 'ines', 'viewer'], { settings: withLinks });
  expect(invited).toMatch(
    /^ines is a viewer\. Their link to choose a password works once, within 72 hours:\nhttps:\/\/textprobe\.example\.com\/welcome#[\w-]{43}\n$/u,
  );
  const { stdout: reset } = await runProgram(['account', 'reset-password', 'vera'], {
    settings: { DATA_DIR: settings.DATA_DIR, PORT: '4321' },
  });
  const [, token] =
    /^The link for vera to choose a new password works once, within 24 hours; .*:\nhttp:\/\/localhost:4321\/welcome#([\w-]{43})\n$/u.exec(
      reset,
    ) ?? [];
  const password = 'another long password';
  const accepted = await vera.send('POST', '/api/auth/links/accept', { body: { token, password } });
  expect(await accepted.json()).toEqual({ username: 'vera' });
  expect((await vera.login('vera', settings.ADMIN_PASSWORD)).status).toBe(401);
  expect((await vera.login('vera', password)).status).toBe(200);

  const file = path.join(settings.DATA_DIR, 'admin-password.txt');
  await writeFile(file, 'the first password');
  expect(await run('reset-password')).toBe(
    '0 admin is logged out everywhere and now logs in with the password in ADMIN_PASSWORD',
  );
  expect(existsSync(file)).toBe(false);

  // What the commands have done, newest first.
  const admin = createTestClient(program.place);
  await admin.login('admin', settings.ADMIN_PASSWORD);
  const rows = async () => (await admin.call(calls.audit)).filter(({ address }) => address === null);
  expect((await rows()).map(({ action, changes }) => [action, Object.keys(changes)])).toEqual([
    ['account.password-changed', []],
    ['account.link-created', []],
    ['account.link-created', []],
    ['account.created', ['username', 'role']],
    ['account.sign-on-linked', ['subject']],
    ['account.two-factor-reset', []],
    ['account.enabled', []],
    ['account.disabled', []],
    ['account.updated', ['partnerIds']],
    ['account.updated', ['role']],
    ['account.created', ['username', 'role']],
    ['account.created', ['username', 'role']],
  ]);
  await expect.poll(async () => (await rows())[0]?.hash, { timeout: 10_000 }).not.toBeNull();
  const verify = async (...known: string[]) =>
    runProgram(['audit', 'verify', ...known], { settings: withLinks });
  const { code, stdout } = await verify();
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^The audit trail is unbroken: \d+ rows, 0 not linked yet\.\nLast row: \d+ [\da-f]{64}\n$/u,
    ),
  ]);
  expect((await verify('1', '0'.repeat(64))).stderr).toBe(
    'textprobe: the audit trail is broken: row 1 was changed. The 0 rows before it are unchanged.\n',
  );
});

it('ACCT-5 ADMIN_PASSWORD follows the rule where it sets a password, and the file of the first password is removed when it changes', async () => {
  const weak = { DATA_DIR: await site.dataDir('rule'), ADMIN_PASSWORD: 'passwordpassword' };
  const refused = {
    code: 1,
    stderr:
      'textprobe: ADMIN_PASSWORD is refused: This password is among the 100,000 most common ones. Choose another.\n',
  };
  const start = await runProgram(['start'], { settings: weak });
  expect({ code: start.code, stderr: start.stderr.split('\n').slice(-2).join('\n') }).toEqual(refused);

  const program = await startProgram(['start'], { settings: { DATA_DIR: weak.DATA_DIR } });
  onTestFinished(async () => void (await program.end()));
  const file = path.join(weak.DATA_DIR, 'admin-password.txt');
  const currentPassword = (await readFile(file, 'utf8')).trim();
  const admin = createTestClient(program.place);
  await admin.login('admin', currentPassword);
  const body = { currentPassword, newPassword: 'velvet tractor monsoon 41' };
  expect((await admin.send('PUT', '/api/account/password', { body })).status).toBe(204);
  expect(existsSync(file)).toBe(false);
  for (const args of [['reset-password'], ['add', 'vera', 'viewer']]) {
    expect(await runProgram(['account', ...args], { settings: weak })).toMatchObject(refused);
  }
});
