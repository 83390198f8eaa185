/** The SMPP gateway against the Gateway suite. */
import { gatewayConformance } from '../testing/gateway-conformance.ts';
import { setUpSmpp } from '../testing/smpp-rig.ts';

gatewayConformance('SMPP', setUpSmpp, { longTexts: 'in parts' });
