/** Which proxies are believed about the caller's address. */
import { isIP } from 'node:net';
import { z } from 'zod';

const NOBODY = 'none';
/** 127.0.0.0/8 and ::1. */
const LOOPBACK = 'loopback';

/** The row of TRUSTED_PROXIES in the table of settings. */
export const trustedProxies = {
  about:
    'the proxies whose X-Forwarded-For is believed: addresses and CIDRs, with commas between them; none: nobody',
  fallback: LOOPBACK,
  schema: z
    .string()
    .transform((text) => (text.trim() === NOBODY ? [] : text.split(',').map((one) => one.trim())))
    .refine((list) => list.every((one) => one === LOOPBACK || isNetwork(one))),
  instead: "write addresses and CIDRs, such as loopback, 10.0.0.0/8, or 'none'",
};

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || more.length > 0) return false;
  // Of /0 everybody would be believed, and each could pick his own address.
  return prefix === undefined || (/^[1-9]\d{0,2}$/u.test(prefix) && Number(prefix) <= bits);
}
