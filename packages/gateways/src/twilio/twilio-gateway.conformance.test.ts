/** The Twilio gateway against the Gateway suite. */
import { gatewayConformance } from '../testing/gateway-conformance.ts';
import { setUpTwilio } from '../testing/twilio-rig.ts';

gatewayConformance('Twilio', setUpTwilio, { longTexts: 'whole' });
