import { silentLog } from '@textprobe/database/core/log';
import { expect, it, vi } from 'vitest';
import { warnOfPlainHttp } from './plain-http.ts';

it.each([
  ['0.0.0.0', null, true],
  ['0.0.0.0', 'https://console.example', false],
  ['127.0.0.1', 'http://console.example', true],
  ['127.0.0.1', null, false],
])('GUARD-12 with HOST %s and PUBLIC_URL %s, a warning of plain http: %s', (host, publicUrl, isWarned) => {
  const warn = vi.fn();
  warnOfPlainHttp({ host, publicUrl }, { ...silentLog, warn });
  expect(warn).toHaveBeenCalledTimes(isWarned ? 1 : 0);
});
