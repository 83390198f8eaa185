import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { explainListenError } from './listen-error.ts';

const PLACE = { host: '192.0.2.1', port: 80, hostSetting: 'HOST', portSetting: 'PORT' };
const explain = (code: string) => explainListenError(Object.assign(new Error('no'), { code }), PLACE);

it('a port that this user may not have is told with the ports that are free to all', () => {
  expect(explain('EACCES')).toBe('This user may not listen on port 80. Set PORT to one above 1023.');
});

it('an address that is not the machine’s own is told as the setting to change', async () => {
  const [error] = (await once(createServer().listen(0, '192.0.2.1'), 'listening').catch((failed) => [
    failed,
  ])) as [NodeJS.ErrnoException];
  expect(explainListenError(error, { ...PLACE, port: 0 })).toBe(
    'This machine has no address 192.0.2.1. Set HOST to one of its addresses, or to 127.0.0.1.',
  );
});

it('anything else is told in the words of the system', () => {
  expect(explain('EINVAL')).toBe('Nothing could listen on 192.0.2.1, port 80: no');
});
