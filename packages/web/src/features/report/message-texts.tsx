/** The sent text beside the one that the handset reported: differences marked and named, senders compared, the code grayed. */
import type { TestLog } from '@textprobe/contract/messages';
import { arrivalWords } from '@textprobe/domain/arrival-words';
import { describeFinding, findingLabel, findingOfText, toneOfFinding } from '@textprobe/domain/finding';
import { findMessageCodes } from '@textprobe/domain/message-code';
import { withPlusOne } from '@textprobe/domain/phone-number';
import { countSegments } from '@textprobe/domain/segments';
import { readable, visible } from '@textprobe/domain/visible-characters';
import { useMemo } from 'react';
import { counted } from '../../ui/counted.ts';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { codePointChanges, type ShownText, textsOf } from './arrived-text.ts';
import classes from './execution-detail.module.css';
import { isSent } from './message-moments.ts';

interface MessageTextsProps {
  readonly log: TestLog;
  /** An MMS has neither segments nor an encoding. */
  readonly isMms: boolean;
}

export function MessageTexts({ log, isMms }: MessageTextsProps) {
  const { sent, reception } = log;
  const texts = useMemo(() => textsOf({ sent, reception }), [sent, reception]);
  const { segments, encoding } = useMemo(() => countSegments(sent.text), [sent.text]);
  return (
    <>
      <div className={classes.texts}>
        <div>
          <h3 className={classes.heading}>{isSent(log) ? 'Sent' : 'To be sent'}</h3>
          <div className={classes.bubble} dir="auto">
            <Marked text={texts.sent} />
          </div>
          <p className={classes.caption}>
            {withPlusOne(sent.from)} → {sent.to} · {isMms ? 'MMS' : `${counted(segments, 'segment')} · `}
            {!isMms && <span className={classes.whole}>{encoding}</span>}
          </p>
        </div>
        <div>
          <h3 className={classes.heading}>Arrived</h3>
          {texts.arrived === null ? (
            <div className={classes.nothing}>
              {whyNothing(log, 'The handset confirmed the message without reporting its text.')}
            </div>
          ) : (
            <div className={classes.bubble} data-arrived={reception?.comparison ?? 'unknown'} dir="auto">
              <Marked text={texts.arrived} />
            </div>
          )}
          <SenderLine log={log} />
        </div>
      </div>
      {texts.arrived !== null && (
        <Finding log={log} isMms={isMms} sent={texts.sent} arrived={texts.arrived} />
      )}
    </>
  );
}

/** The finding, its details, and the code points that changed. */
function Finding({
  log,
  isMms,
  sent,
  arrived,
}: MessageTextsProps & { readonly sent: ShownText; readonly arrived: ShownText }) {
  const { comparison, words } = useMemo(() => {
    const [code = ''] = findMessageCodes(log.sent.text);
    return arrivalWords(log.sent.text, log.reception, code);
  }, [log.sent.text, log.reception]);
  const finding = findingOfText(comparison);
  // In a truncated or wrongly reassembled text, characters are missing or moved, not replaced.
  const isByCharacter = finding === 'cosmetic' || finding === 're-encoded' || finding === 'altered';
  const changes = useMemo(
    () => (isByCharacter ? codePointChanges(sent, arrived) : []),
    [isByCharacter, sent, arrived],
  );
  if (isIdentical(log, isMms)) {
    return (
      <div className={classes.finding}>
        <ToneSign tone="arrived" />
        <div>
          <strong>Identical</strong>.{' '}
          <span className={classes.about}>
            {isMms ? 'Text, sender and files' : 'Text and sender'} arrived as they were sent.
          </span>
        </div>
      </div>
    );
  }
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
                {gone === '' ? 'nothing' : <span className={classes.gone}>{gone}</span>} →{' '}
                {fresh === '' ? 'nothing' : <span className={classes.fresh}>{fresh}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Whether text, sender and files all arrived as sent (EVIDENCE-1). */
function isIdentical({ finding, fileFinding, reception }: TestLog, isMms: boolean): boolean {
  const areFiles = isMms ? fileFinding === 'identical' : true;
  return finding === 'identical' && reception?.senderComparison === 'identical' && areFiles;
}

/** The sender as the handset saw it; nothing if it did not report one. */
function SenderLine({ log: { sent, reception } }: { log: TestLog }) {
  const sender = reception?.sender ?? null;
  if (sender === null) return null;
  if (reception?.senderComparison !== 'altered') {
    return <p className={classes.caption}>from {sender}, as sent</p>;
  }
  return (
    <p className={classes.caption} data-changed>
      <ToneSign tone="doubtful" /> Sender changed: seen as <strong>{visible(sender)}</strong>, sent from{' '}
      <strong>{withPlusOne(sent.from)}</strong>
    </p>
  );
}

/** @param unreported shown if the handset reported the message but not this part */
export function whyNothing({ reception, evidence, settled }: TestLog, unreported: string): string {
  if (reception !== null) return unreported;
  if (evidence === 'receipt') return 'This phone has no agent, so we can’t see what arrived.';
  return settled ? 'Nothing arrived.' : 'Nothing has arrived yet.';
}

function Marked({ text: { pieces, code } }: { text: ShownText }) {
  return (
    <>
      {pieces.map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified only by position
        if (kind === 'gone') return <del key={index}>{readable(text)}</del>;
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified only by position
        if (kind === 'new') return <ins key={index}>{readable(text)}</ins>;
        return text;
      })}
      {code !== '' && <span className={classes.code}>{code}</span>}
    </>
  );
}
