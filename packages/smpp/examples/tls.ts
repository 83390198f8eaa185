/**
 * SMPP over TLS, both sides: the SMSC shows a certificate, and an ESME that was not told to trust it does not bind.
 *
 *     node examples/tls.ts
 *
 * A certificate of an authority that the system knows needs no `ca`: then `tls: true` is all.
 */
import { connectSmppClient } from '@textprobe/smpp/client';
import { ESME_ROK } from '@textprobe/smpp/command-status';
import { createSmppServer } from '@textprobe/smpp/server';
import { testCertificate, testKey } from '@textprobe/smpp/testing/certificate';
import { machineClock as clock } from './machine-clock.ts';

const server = await createSmppServer({
  clock,
  tls: { key: testKey, cert: testCertificate },
  authenticate: () => ESME_ROK,
  onSession: (session) => console.log(`${session.systemId} is bound`),
});
const office = { host: '127.0.0.1', port: server.port, systemId: 'office', password: 'secret', clock };

try {
  await connectSmppClient({ ...office, tls: true });
} catch (error) {
  console.log(`not trusted: ${error instanceof Error ? error.message : String(error)}`);
}

const client = await connectSmppClient({ ...office, tls: { ca: testCertificate } });
await client.enquireLink();
console.log('trusted, and answered');
await client.unbind();
await server.close();
