/** What was sent beside what the handset says arrived: differences marked and named, the sender compared, the code greyed. */
import type { TestLog } from '@textprobe/contract/messages';
import { arrivalWords } from '@textprobe/domain/arrival-words';
import { describeFinding, findingLabel, findingOfText, toneOfFinding } from '@textprobe/domain/finding';
import { findMessageCodes } from '@textprobe/domain/message-code';
import { withPlusOne } from '@textprobe/domain/phone-number';
import { countSegments } from '@textprobe/domain/segments';
import { visible } from '@textprobe/domain/visible-characters';
import { useMemo } from 'react';
import { counted } from '../app/counted.ts';
import { codePointChanges, type ShownText, textsOf } from './arrived-text.ts';
import classes from './execution-detail.module.css';
import { ToneSign } from './tone-sign.tsx';

export function MessageTexts({ log }: { log: TestLog }) {
  const { sent, reception } = log;
  const texts = useMemo(() => textsOf({ sent, reception }), [sent, reception]);
  const { segments, encoding } = useMemo(() => countSegments(sent.text), [sent.text]);
  return (
    <>
      <div className={classes.texts}>
        <div>
          <h3 className={classes.heading}>Sent</h3>
          <div className={classes.bubble}>
            <Marked text={texts.sent} />
          </div>
          <p className={classes.caption}>
            {withPlusOne(sent.from)} → {sent.to} · {counted(segments, 'segment')} ·{' '}
            <span className={classes.whole}>{encoding}</span>
          </p>
        </div>
        <div>
          <h3 className={classes.heading}>Arrived</h3>
          {texts.arrived === null ? (
            <div className={classes.nothing}>{whyNoText(log)}</div>
          ) : (
            <div className={classes.bubble} data-arrived={reception?.comparison ?? 'unknown'}>
              <Marked text={texts.arrived} />
            </div>
          )}
          <SenderLine log={log} />
        </div>
      </div>
      {texts.arrived !== null && <Finding log={log} sent={texts.sent} arrived={texts.arrived} />}
    </>
  );
}

/** The class of the arrival, in which way, and the code points that changed. */
function Finding({ log, sent, arrived }: { log: TestLog; sent: ShownText; arrived: ShownText }) {
  const text = log.reception?.text ?? null;
  const { comparison, words } = useMemo(() => {
    const [code = ''] = findMessageCodes(log.sent.text);
    return arrivalWords(log.sent.text, text, code);
  }, [log.sent.text, text]);
  const finding = findingOfText(comparison);
  const changes = useMemo(() => codePointChanges(sent, arrived), [sent, arrived]);
  return (
    <div className={classes.finding}>
      <ToneSign tone={toneOfFinding(finding)} />
      <div>
        <strong>{findingLabel(finding)}</strong>
        {words === '' ? '. ' : `: ${words}. `}
        <span className={classes.about}>{describeFinding(finding)}</span>
        {changes.length > 0 && (
          <ul className={classes.changes} aria-label="Changed characters">
            {changes.map(({ gone, fresh }) => (
              <li key={`${gone}→${fresh}`}>
                {gone === '' ? 'nothing' : <del>{gone}</del>} →{' '}
                {fresh === '' ? 'nothing' : <ins>{fresh}</ins>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Whom the handset saw as the sender; nothing where it told nobody. */
function SenderLine({ log: { sent, reception } }: { log: TestLog }) {
  const sender = reception?.sender ?? null;
  if (sender === null) return null;
  if (reception?.senderComparison !== 'altered') {
    return <p className={classes.caption}>from {sender}, as sent</p>;
  }
  return (
    <p className={classes.caption} data-changed>
      <ToneSign tone="doubtful" /> Sender changed: seen as <ins>{visible(sender)}</ins>, sent from{' '}
      <del>{withPlusOne(sent.from)}</del>
    </p>
  );
}

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
