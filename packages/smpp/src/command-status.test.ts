import { describe, expect, it } from 'vitest';
import { describeStatus, statusName } from './command-status.ts';

describe('a command_status', () => {
  it.each([
    [0x00, 'ESME_ROK', 'no error (ESME_ROK)'],
    [0x0e, 'ESME_RINVPASWD', 'the password is wrong (ESME_RINVPASWD)'],
    [0x58, 'ESME_RTHROTTLED', 'throttled: more messages than the carrier allows (ESME_RTHROTTLED)'],
    [0x400, '0x00000400', 'vendor-specific error (0x00000400)'],
    [0x10, '0x00000010', 'unknown error code (0x00000010)'],
  ])('%i has a name and a meaning', (code, name, meaning) => {
    expect(statusName(code)).toBe(name);
    expect(describeStatus(code)).toBe(meaning);
  });
});
