/** Runs the Gateway suite over SMPP, with every concatenation method and on the slow path. */
import { gatewayConformance } from '../testing/gateway-conformance.ts';
import { setUpSlowSmpp } from '../testing/slow-smpp-rig.ts';
import { setUpSmpp } from '../testing/smpp-rig.ts';

gatewayConformance('SMPP', setUpSmpp, { longTexts: 'in parts' });

gatewayConformance('SMPP on the slow path', setUpSlowSmpp, { longTexts: 'in parts' });

for (const concatenation of ['udh16', 'sar'] as const)
  gatewayConformance(`SMPP by ${concatenation}`, (options) => setUpSmpp({ ...options, concatenation }), {
    longTexts: 'in parts',
  });

gatewayConformance('SMPP by payload', (options) => setUpSmpp({ ...options, concatenation: 'payload' }), {
  longTexts: 'whole',
});
