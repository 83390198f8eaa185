/** The SMPP gateway against the Gateway suite, in every way to send a long text. */
import { gatewayConformance } from '../testing/gateway-conformance.ts';
import { setUpSmpp } from '../testing/smpp-rig.ts';

gatewayConformance('SMPP', setUpSmpp, { longTexts: 'in parts' });

for (const concatenation of ['udh16', 'sar'] as const)
  gatewayConformance(`SMPP by ${concatenation}`, (options) => setUpSmpp({ ...options, concatenation }), {
    longTexts: 'in parts',
  });

gatewayConformance('SMPP by payload', (options) => setUpSmpp({ ...options, concatenation: 'payload' }), {
  longTexts: 'whole',
});
