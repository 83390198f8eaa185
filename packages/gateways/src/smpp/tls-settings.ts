/** TLS to a carrier: what an administrator may write, and the options of the socket that come of it. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { ConnectionOptions } from 'node:tls';
import { USUAL_SMPP_SETTINGS as USUAL } from '@textprobe/domain/gateway-settings';
import { z } from 'zod';
import { flag, orNull } from '../setting-fields.ts';

/** As much as a bundle of authorities may have, in characters. */
const LONGEST_PEM = 500_000;

/** @param what as its first line says it; a key may be of any kind (`EC PRIVATE KEY`) but none that asks for a passphrase */
function pem(what: 'CERTIFICATE' | 'PRIVATE KEY') {
  const read = what === 'CERTIFICATE' ? readCertificates : createPrivateKey;
  const wanted = `PEM as in a file that begins with -----BEGIN ${what}-----, without a passphrase`;
  const isPem = (text: string) => {
    try {
      read(text);
      return true;
    } catch {
      return false;
    }
  };
  return z
    .string(wanted)
    .max(LONGEST_PEM, { error: wanted, abort: true })
    .refine(isPem, wanted)
    .nullable()
    .default(null);
}

export const tlsFields = {
  /** TLS from the first byte. The carrier's certificate is always verified. */
  tls: flag.default(USUAL.tls),
  /** Whom to trust in place of the system's authorities: certificates as PEM, the carrier's own one included. */
  tlsCa: pem('CERTIFICATE'),
  /** The name that the carrier's certificate must bear, where it is not `host`. */
  tlsServerName: orNull(/^[\w.-]{1,255}$/, 'a host name, or left out'),
  /** Our certificate and its key as PEM, for a carrier that wants to see one. */
  tlsCert: pem('CERTIFICATE'),
  tlsKey: pem('PRIVATE KEY'),
};

type TlsSettings = Readonly<z.infer<z.ZodObject<typeof tlsFields>>>;

function readCertificates(text: string): void {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [];
  if (blocks.length === 0) throw new TypeError('no certificate');
  for (const block of blocks) new X509Certificate(block);
}

/** What one of the settings asks of the others. @returns a sentence for each fault */
export function checkTls(settings: TlsSettings): string[] {
  const { tls, tlsCert, tlsKey } = settings;
  const names = ['tlsCa', 'tlsServerName', 'tlsCert', 'tlsKey'] as const;
  const idle = names.filter((name) => settings[name] !== null);
  if (!tls) return idle.map((name) => `${name} is given, but tls is not true.`);
  if ((tlsCert === null) !== (tlsKey === null))
    return ['tlsCert and tlsKey belong together: write both or none.'];
  if (tlsCert === null || tlsKey === null) return [];
  const fits = new X509Certificate(tlsCert).checkPrivateKey(createPrivateKey(tlsKey));
  return fits ? [] : ['tlsKey is not the key of the certificate in tlsCert.'];
}

/** For `node:tls`. Verifying cannot be turned off: who wants to trust one certificate alone names it as `tlsCa`. */
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
