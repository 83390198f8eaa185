/** The sent text beside the one that the handset reported: differences marked and named, senders compared, the code grayed. */
import { Group, SimpleGrid, Text, type TextProps, Title } from '@mantine/core';
import type { TestLog } from '@textprobe/contract/messages';
import { arrivalWords } from '@textprobe/domain/arrival-words';
import { describeFinding, findingLabel, findingOfText, toneOfFinding } from '@textprobe/domain/finding';
import { findMessageCodes } from '@textprobe/domain/message-code';
import { withPlusOne } from '@textprobe/domain/phone-number';
import { countSegments } from '@textprobe/domain/segments';
import { readable, visible } from '@textprobe/domain/visible-characters';
import type { ReactNode } from 'react';
import { counted } from '../../ui/counted.ts';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { codePointChanges, type ShownText, textsOf } from './arrived-text.ts';
import { isSent } from './message-moments.ts';
import classes from './message-texts.module.css';

interface MessageTextsProps {
  readonly log: TestLog;
  /** An MMS has neither segments nor an encoding. */
  readonly isMms: boolean;
}

export function MessageTexts({ log, isMms }: MessageTextsProps) {
  const { sent, reception } = log;
  const texts = textsOf({ sent, reception });
  const { segments, encoding } = countSegments(sent.text);
  return (
    <>
      <SideBySide>
        <div>
          <DetailHeading>{isSent(log) ? 'Sent' : 'To be sent'}</DetailHeading>
          <div className={classes.bubble} dir="auto">
            <Marked text={texts.sent} />
          </div>
          <Caption>
            {withPlusOne(sent.from)} → {sent.to} · {isMms ? 'MMS' : `${counted(segments, 'segment')} · `}
            {!isMms && <span style={{ whiteSpace: 'nowrap' }}>{encoding}</span>}
          </Caption>
        </div>
        <div>
          <DetailHeading>Arrived</DetailHeading>
          {texts.arrived === null ? (
            <Nothing>
              {whyNothing(log, 'The handset confirmed the message without reporting its text.')}
            </Nothing>
          ) : (
            <div className={classes.bubble} data-arrived={reception?.comparison ?? 'unknown'} dir="auto">
              <Marked text={texts.arrived} />
            </div>
          )}
          <SenderLine log={log} />
        </div>
      </SideBySide>
      {texts.arrived !== null && (
        <Finding log={log} isMms={isMms} sent={texts.sent} arrived={texts.arrived} />
      )}
    </>
  );
}

/** What was sent and what arrived, below each other where space is limited. */
export function SideBySide({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid minColWidth="min(240px, 100%)" autoFlow="auto-fit" mb={12}>
      {children}
    </SimpleGrid>
  );
}

export function DetailHeading({ children }: { children: ReactNode }) {
  return (
    <Title order={3} size="xs" c="dimmed" mb={8}>
      {children}
    </Title>
  );
}

/** In place of a bubble: why there is none. */
export function Nothing({ children }: { children: string }) {
  return (
    <div className={classes.bubble} data-arrived="nothing">
      {children}
    </div>
  );
}

export function Caption({ children, ...text }: TextProps & { readonly children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed" mt={6} {...text}>
      {children}
    </Text>
  );
}

interface FindingProps extends MessageTextsProps {
  readonly sent: ShownText;
  readonly arrived: ShownText;
}

/** The finding, its details, and the code points that changed. */
function Finding({ log, isMms, sent, arrived }: FindingProps) {
  const [code = ''] = findMessageCodes(log.sent.text);
  const { comparison, words } = arrivalWords(log.sent.text, log.reception, code);
  const finding = findingOfText(comparison);
  // In a truncated or wrongly reassembled text, characters are missing or moved, not replaced.
  const isByCharacter = finding === 'cosmetic' || finding === 're-encoded' || finding === 'altered';
  const changes = isByCharacter ? codePointChanges(sent, arrived) : [];
  const isSame = isIdentical(log, isMms);
  return (
    <Group gap={8} align="start" wrap="nowrap" style={{ overflowWrap: 'anywhere' }}>
      <ToneSign tone={isSame ? 'arrived' : toneOfFinding(finding)} />
      <Text component="div" size="sm" c="dimmed">
        <Text span inherit c="bright">
          <strong>{isSame ? 'Identical' : findingLabel(finding)}</strong>
          {isSame || words === '' ? '. ' : `: ${words}. `}
        </Text>
        {isSame
          ? `${isMms ? 'Text, sender and files' : 'Text and sender'} arrived as they were sent.`
          : describeFinding(finding)}
        {!isSame && changes.length > 0 && (
          <Group component="ul" gap="4px 16px" mt={6} mb={0} p={0} fz="xs" aria-label="Changed characters">
            {changes.map(({ gone, fresh }) => (
              <Text key={`${gone}→${fresh}`} component="li" inherit c="bright" style={{ listStyle: 'none' }}>
                {gone === '' ? 'nothing' : <span className={classes.gone}>{gone}</span>} →{' '}
                {fresh === '' ? 'nothing' : <span className={classes.fresh}>{fresh}</span>}
              </Text>
            ))}
          </Group>
        )}
      </Text>
    </Group>
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
    return <Caption>from {sender}, as sent</Caption>;
  }
  return (
    <Caption c="bright">
      <ToneSign tone="doubtful" /> Sender changed: seen as <strong>{visible(sender)}</strong>, sent from{' '}
      <strong>{withPlusOne(sent.from)}</strong>
    </Caption>
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
        if (kind === 'gone')
          return (
            <del key={index} className={classes.gone}>
              {readable(text)}
            </del>
          );
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified only by position
        if (kind === 'new')
          return (
            <ins key={index} className={classes.fresh}>
              {readable(text)}
            </ins>
          );
        return text;
      })}
      {code !== '' && (
        <Text span inherit c="dimmed">
          {code}
        </Text>
      )}
    </>
  );
}
