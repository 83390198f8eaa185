/** API documentation of two-factor login. */
import type { CallDoc } from './call-doc.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

export const twoFactorDocs = {
  startTwoFactor: {
    summary: 'Set up two-factor login',
    description:
      'Creates a key for an authenticator app (TOTP: SHA-1, 6 digits, 30 s). Logins ask for its codes once it is confirmed. An earlier key that was not confirmed no longer works.',
    problems: ['second-factor.on', 'secrets.unavailable'],
    example: {
      secret: SECRET,
      otpauthUrl: `otpauth://totp/Textprobe:admin?issuer=Textprobe&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
    },
  },
  confirmTwoFactor: {
    summary: 'Turn on two-factor login',
    description:
      'With a code of the app; that code is then used. From now on logins need a code, or one of the recovery codes of the answer. A wrong code counts as a failed login.',
    problems: [
      'login.slowed',
      'second-factor.wrong',
      'second-factor.on',
      'second-factor.none',
      'secrets.unavailable',
    ],
    exampleBody: { code: '492039' },
    example: { recoveryCodes: ['7K2M-9QX4-TD0A-W3FE', 'M4ZP-03CX-8RNB-QJ6H'] },
  },
  endTwoFactor: {
    summary: 'Turn off two-factor login',
    description: 'Its app and its recovery codes no longer work.',
  },
} as const satisfies Record<string, CallDoc>;
