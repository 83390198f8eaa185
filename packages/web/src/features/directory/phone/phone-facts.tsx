/** What is known of a phone: number, carrier, evidence, whose it is, and whether it is online. */
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Entry } from '../../../api/directory-entries.ts';
import { healthLine, PRESENCE_WORDS } from '../../../handsets/health-words.ts';
import { usePhonesHealth } from '../../../handsets/use-phones-health.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { ToneSign } from '../../../ui/tone-sign.tsx';
import { EVIDENCE, partnerOf } from '../entry-words.ts';
import classes from './phone.module.css';

export function PhoneFacts({ phone }: { readonly phone: Entry }) {
  const { id, phoneNumber = '', carrier, evidence } = phone;
  const partner = partnerOf(phone);
  const about = EVIDENCE.find(({ value }) => value === evidence);
  const phonesHealth = usePhonesHealth();
  const health = phonesHealth?.get(id);
  const unreported = phonesHealth === undefined ? 'Not loaded yet' : 'Never reported';
  return (
    <section className={`surface ${classes.section}`} aria-label="About this phone">
      <dl className={classes.facts}>
        <div>
          <dt>Phone number</dt>
          <dd>
            {phoneNumber} <CopyNumber number={phoneNumber} />
          </dd>
        </div>
        <div>
          <dt>Carrier</dt>
          <dd>{carrier}</dd>
        </div>
        <div>
          <dt>Partner</dt>
          <dd>
            {partner === undefined ? (
              'Shared by all partners'
            ) : (
              <Link to={`/directory/phones?partnerId=${partner.id}`}>{partner.name}</Link>
            )}
          </dd>
        </div>
        <div>
          <dt>Evidence</dt>
          <dd>
            {about?.label}: {about?.about}
          </dd>
        </div>
        <div>
          <dt>Handset</dt>
          <dd>
            {health === undefined ? (
              unreported
            ) : (
              <>
                <ToneSign tone={PRESENCE_WORDS[health.presence].tone} />{' '}
                {PRESENCE_WORDS[health.presence].label}, {healthLine(health)}
              </>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function CopyNumber({ number }: { readonly number: string }) {
  const [isCopied, setCopied] = useState(false);
  const Sign = isCopied ? IconCheck : IconCopy;
  async function copy() {
    try {
      await copyText(number);
      setCopied(true);
    } catch (error) {
      console.error('Failed to copy the number', error);
      await dialogs.alert('The browser refused to copy the number. Select and copy it by hand.');
    }
  }
  const label = isCopied ? 'Copied' : 'Copy the number';
  return (
    <button
      type="button"
      className={`icon-button ${classes.copy}`}
      aria-label={label}
      data-tip={label}
      onClick={() => void copy()}
    >
      <Sign size={16} aria-hidden />
    </button>
  );
}
