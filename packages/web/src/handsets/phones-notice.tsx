/**
 * Shown below the chosen test phones: a warning for each one that is offline, which never blocks sending, and on request the health of all.
 * Hidden if no phone has ever reported.
 */
import { IconChevronRight, IconPlugConnectedX } from '@tabler/icons-react';
import type { PhoneHealth } from '@textprobe/contract/phone-health';
import type { Phone } from '../api/normalize.ts';
import { TimesNote } from '../ui/screen.tsx';
import { ToneSign } from '../ui/tone-sign.tsx';
import { healthLine, offlineWarning, PRESENCE_WORDS, presenceCounts } from './health-words.ts';
import classes from './phones-notice.module.css';

interface PhonesNoticeProps {
  readonly phones: readonly Phone[];
  readonly health: ReadonlyMap<number, PhoneHealth>;
}

/** Above this, their number is clearer than their names. */
const WARNED = 3;
const LISTED = 100;

export function PhonesNotice({ phones, health }: PhonesNoticeProps) {
  const known = phones.flatMap((phone) => {
    const of = health.get(phone.id);
    return of === undefined ? [] : [{ phone, of }];
  });
  const offline = known.filter(({ of }) => of.presence === 'offline');
  return (
    <>
      {offline.length > 0 && (
        <div className={classes.warning} data-testid="phones-offline">
          <IconPlugConnectedX size={18} aria-hidden />
          <div>
            <ul aria-label="Offline phones">
              {offline.slice(0, WARNED).map(({ phone, of }) => (
                <li key={phone.id}>{offlineWarning(nameOf(phone), of)}</li>
              ))}
              {offline.length > WARNED && <li>{offline.length - WARNED} more are offline.</li>}
            </ul>
            <p>Messages not confirmed in time end as “handset offline” and are excluded from all rates.</p>
          </div>
        </div>
      )}
      {known.length > 0 && (
        <details className={classes.health}>
          <summary>
            <IconChevronRight size={14} aria-hidden />
            Phone health:{' '}
            {presenceCounts(
              phones.map((phone) => ({
                name: nameOf(phone),
                presence: health.get(phone.id)?.presence ?? null,
              })),
            )}
          </summary>
          <ul aria-label="Phone health">
            {known.slice(0, LISTED).map(({ phone, of }) => (
              <li key={phone.id}>
                <ToneSign tone={PRESENCE_WORDS[of.presence].tone} />
                <span>
                  <strong>{nameOf(phone)}</strong> {PRESENCE_WORDS[of.presence].label}
                  <span className={classes.facts}>{healthLine(of)}</span>
                </span>
              </li>
            ))}
            {known.length > LISTED && <li>{known.length - LISTED} more</li>}
          </ul>
          {offline.length === 0 && <TimesNote />}
        </details>
      )}
      {offline.length > 0 && <TimesNote />}
    </>
  );
}

function nameOf(phone: Phone): string {
  return phone.name || phone.phoneNumber || `Phone ${phone.id}`;
}
