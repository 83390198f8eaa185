/** The TLS settings of a carrier, their validation, and the socket options derived from them. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { ConnectionOptions } from 'node:tls';
import { SMPP_SETTINGS } from '@textprobe/domain/gateway-settings';
import { z } from 'zod';
import { flag, orNull } from '../setting-fields.ts';

/** The longest bundle of authorities, in characters. */
const MAX_PEM_LENGTH = 500_000;

/** @param what the label in its first line; a key may be of any type (`EC PRIVATE KEY`) but must not need a passphrase */
function pem(what: 'CERTIFICATE' | 'PRIVATE KEY') {
  const read = what === 'CERTIFICATE' ? readCertificates : createPrivateKey;
  const expected = `PEM as in a file that begins with -----BEGIN ${what}-----, without a passphrase`;
  const isPem = (text: string) => {
    try {
      read(text);
      return true;
    } catch {
      return false;
    }
  };
  return z
    .string(expected)
    .max(MAX_PEM_LENGTH, { error: expected, abort: true })
    .refine(isPem, expected)
    .nullable()
    .default(null);
}

export const tlsFields = {
  /** TLS from the first byte. The carrier's certificate is always verified. */
  tls: flag.default(SMPP_SETTINGS.tls.default),
  /** The certificates to trust instead of the system's authorities, as PEM; may be the carrier's own one. */
  tlsCa: pem('CERTIFICATE'),
  /** The name in the carrier's certificate, if it is not `host`. */
  tlsServerName: orNull(/^[\w.-]{1,255}$/, 'a host name, or left out'),
  /** Our certificate and its key as PEM, for a carrier that requires a client certificate. */
  tlsCert: pem('CERTIFICATE'),
  tlsKey: pem('PRIVATE KEY'),
};

type TlsSettings = Readonly<z.infer<z.ZodObject<typeof tlsFields>>>;

function readCertificates(text: string): void {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [];
  if (blocks.length === 0) throw new TypeError('no certificate');
  for (const block of blocks) new X509Certificate(block);
}

/** Checks the settings against each other. @returns a sentence for each fault */
export function checkTls(settings: TlsSettings): string[] {
  const { tls, tlsCert, tlsKey } = settings;
  const names = ['tlsCa', 'tlsServerName', 'tlsCert', 'tlsKey'] as const;
  const unused = names.filter((name) => settings[name] !== null);
  if (!tls) return unused.map((name) => `${name} is set, but tls is not true.`);
  if ((tlsCert === null) !== (tlsKey === null)) return ['tlsCert and tlsKey must be set together.'];
  if (tlsCert === null || tlsKey === null) return [];
  const fits = new X509Certificate(tlsCert).checkPrivateKey(createPrivateKey(tlsKey));
  return fits ? [] : ['tlsKey is not the key of the certificate in tlsCert.'];
}

/** Options for `node:tls`. Verification cannot be disabled: to trust a single certificate, set it as `tlsCa`. */
export function tlsOptions({
  tls,
  tlsCa,
  tlsServerName,
  tlsCert,
  tlsKey,
}: TlsSettings): boolean | ConnectionOptions {
  if (!tls) return false;
  return {
    ...(tlsCa === null ? {} : { ca: tlsCa }),
    ...(tlsServerName === null ? {} : { servername: tlsServerName }),
    ...(tlsCert === null || tlsKey === null ? {} : { cert: tlsCert, key: tlsKey }),
  };
}
