/** What was sent beside what the handset says arrived: differences marked, the message code greyed. */
import type { TestLog } from '@textprobe/contract/messages';
import { withPlusOne } from '@textprobe/domain/phone-number';
import { countSegments } from '@textprobe/domain/segments';
import { useMemo } from 'react';
import { counted } from '../app/counted.ts';
import { type ShownText, textsOf, visible } from './arrived-text.ts';
import classes from './execution-detail.module.css';

export function MessageTexts({ log }: { log: TestLog }) {
  const { sent, reception } = log;
  const { sent: sentText, arrived } = useMemo(() => textsOf({ sent, reception }), [sent, reception]);
  const { segments, encoding } = useMemo(() => countSegments(sent.text), [sent.text]);
  return (
    <div className={classes.texts}>
      <div>
        <h3 className={classes.heading}>Sent</h3>
        <div className={classes.bubble}>
          <Marked text={sentText} />
        </div>
        <p className={classes.caption}>
          {withPlusOne(sent.from)} → {sent.to} · {counted(segments, 'segment')} ·{' '}
          <span className={classes.whole}>{encoding}</span>
        </p>
      </div>
      <div>
        <h3 className={classes.heading}>Arrived</h3>
        {arrived === null ? (
          <div className={classes.nothing}>{whyNoText(log)}</div>
        ) : (
          <div className={classes.bubble} data-arrived={reception?.comparison ?? 'unknown'}>
            <Marked text={arrived} />
          </div>
        )}
        {arrived !== null && (
          <p className={classes.caption}>{COMPARISONS[reception?.comparison ?? 'unknown']}</p>
        )}
      </div>
    </div>
  );
}

const COMPARISONS = {
  intact: 'Arrived unchanged.',
  altered: 'Differences are marked.',
  unknown: 'Too little came to compare it.',
} as const;

function whyNoText({ reception, evidence, settled }: TestLog): string {
  if (reception !== null) return 'The handset confirmed it without telling the text.';
  if (evidence === 'receipt') return 'No handset listens here: what arrived cannot be known.';
  return settled ? 'Nothing arrived.' : 'Nothing has arrived yet.';
}

function Marked({ text: { pieces, code } }: { text: ShownText }) {
  return (
    <>
      {pieces.map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
        if (kind === 'gone') return <del key={index}>{visible(text)}</del>;
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
        if (kind === 'new') return <ins key={index}>{visible(text)}</ins>;
        return text;
      })}
      {code !== '' && <span className={classes.code}>{code}</span>}
    </>
  );
}
