/**
 * The carrier's claim and the handset's report of one message side by side, marked if they contradict each other, and the files of an MMS
 * that did not arrive as sent. A row has no room for words, so a legend above all rows explains the signs.
 */
import { Group, Text } from '@mantine/core';
import {
  IconBuildingBroadcastTower,
  IconDeviceMobile,
  IconMessagePlus,
  IconPaperclip,
} from '@tabler/icons-react';
import type { TestLog } from '@textprobe/contract/messages';
import { summarizeFiles } from '@textprobe/domain/file-summary';
import { carrierStatement, contradict, handsetStatement, type Statement } from '@textprobe/domain/statements';
import type { ReactNode } from 'react';
import classes from './executions.module.css';
import type { Side } from './message-moments.ts';

/** The icon and the label of each side. */
export const SIDES = {
  console: [IconMessagePlus, 'Console:'],
  carrier: [IconBuildingBroadcastTower, 'Carrier:'],
  handset: [IconDeviceMobile, 'Handset:'],
  files: [IconPaperclip, 'Files:'],
} as const satisfies Record<Side | 'files', unknown>;

export function EvidencePair({ log }: { log: TestLog }) {
  const files = summarizeFiles(log.reception);
  return (
    <div className={classes.claims}>
      <Claim side="carrier" {...carrierStatement(log)} />
      {contradict(log) ? (
        <strong className={classes.contradiction} role="img" aria-label="contradicted by">
          ≠
        </strong>
      ) : (
        <span aria-hidden>·</span>
      )}
      <Claim side="handset" {...handsetStatement(log)} />
      {files !== null && <Claim side="files" words={files} says="but" />}
    </div>
  );
}

function Claim({ side, words, says }: Statement & { readonly side: keyof typeof SIDES }) {
  const [Sign, label] = SIDES[side];
  return (
    <span className={classes.claim} data-side={side} data-says={says}>
      <Sign size={14} role="img" aria-label={label} />
      {words}
    </span>
  );
}

/** Explains the signs. */
export function EvidenceLegend({ isMms }: { isMms: boolean }) {
  const signs: [ReactNode, string][] = [
    [<IconBuildingBroadcastTower key="carrier" size={14} aria-hidden />, 'the carrier says'],
    [<IconDeviceMobile key="handset" size={14} aria-hidden />, 'the handset says'],
    [
      <strong key="contradiction" className={classes.contradiction}>
        ≠
      </strong>,
      'they disagree',
    ],
  ];
  if (isMms) signs.push([<IconPaperclip key="files" size={14} aria-hidden />, 'what happened to its files']);
  return (
    <Group component="ul" gap="2px 16px" m={0} mb={8} p={0} aria-label="Signs">
      {signs.map(([sign, words]) => (
        <Text key={words} component="li" size="xs" c="dimmed" className={classes.claim}>
          {sign} {words}
        </Text>
      ))}
    </Group>
  );
}
