/** Runs the Gateway suite over Twilio. */
import { gatewayConformance } from '../testing/gateway-conformance.ts';
import { setUpTwilio } from '../testing/twilio-rig.ts';

gatewayConformance('Twilio', setUpTwilio, { longTexts: 'whole' });
