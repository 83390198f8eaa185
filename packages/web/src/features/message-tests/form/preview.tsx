/** The live preview: one message as its handset shows it, and what sending costs. Without a text, it adds an example. */
import { Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { nameOrId, officeLabel } from '../../../directory/labels.ts';
import { counted } from '../../../ui/counted.ts';
import { Tipped } from '../../../ui/tips.tsx';
import { codeSuffix, type MessagePart, messageParts, placeholderValues, textOf } from './filled-message.ts';
import type { SectionProps } from './form-variant.ts';
import { chosenMedia, keptMedia, linkMedia, MediaTile } from './media-tile.tsx';
import classes from './preview.module.css';
import { SegmentMeter } from './segment-meter.tsx';
import type { Attachment } from './use-attachments.ts';

interface PreviewProps extends Pick<SectionProps, 'draft' | 'recipients'> {
  readonly chosen: readonly Attachment[];
}

export function Preview({ draft, chosen, recipients }: PreviewProps) {
  const { sending, receiving, clientName } = recipients;
  const [officeId, setOfficeId] = useState<number | null>(null);
  const [phoneId, setPhoneId] = useState<number | null>(null);
  const office = sending.find(({ id }) => id === officeId) ?? sending[0];
  const phone = receiving.find(({ id }) => id === phoneId) ?? receiving[0];

  const { messageBody: body } = draft;
  const isMms = draft.messageType === 'MMS';
  // In sending order.
  const media = isMms
    ? [...draft.kept.map(keptMedia), ...draft.links.map(linkMedia), ...chosen.map(chosenMedia)]
    : [];
  const values = placeholderValues(office, phone, clientName);
  const parts = messageParts(body, values);
  const suffix = codeSuffix(body);
  // A line may break before the code, so the space stays outside.
  const at = suffix.indexOf('#');
  return (
    <Paper component="aside" withBorder radius="lg" px={20} py="md" aria-labelledby="preview">
      <Text component="h2" id="preview" fw={650} mb="xs">
        Preview
      </Text>
      <Stack gap={6}>
        <PreviewChoice
          label="From"
          none="No office yet"
          chosen={office?.id}
          options={shownOf(sending, office).map(({ id, name, clientId }) => ({
            value: String(id),
            label: `${name || nameOrId('Office', id, new Map())}, ${clientName(clientId)}`,
          }))}
          onChoose={setOfficeId}
        />
        <PreviewChoice
          label="To"
          none="No phone yet"
          chosen={phone?.id}
          options={shownOf(receiving, phone).map(({ id, name, carrier, phoneNumber }) => ({
            value: String(id),
            label: [name || phoneNumber, carrier || 'Unknown'].join(', '),
          }))}
          onChoose={setPhoneId}
        />
      </Stack>
      <div className={classes.handset}>
        <Text size="xs" fw={550} c="dimmed" ta="center" mb="sm">
          {office === undefined ? 'Sender' : office.phoneNumber || officeLabel(office)}
        </Text>
        {media.length > 0 && (
          // Above the text, as handsets show them.
          <Group gap={4} mb={4}>
            {media.map((one) => (
              <MediaTile key={one.key} media={one} named size={media.length === 1 ? 144 : 72} />
            ))}
          </Group>
        )}
        <p className={classes.bubble} dir="auto">
          <Parts parts={parts} />
          {suffix.slice(0, at)}
          <Tipped className={classes.code} words="Each message gets a unique code that identifies it">
            {suffix.slice(at)}
          </Tipped>
        </p>
        {body === '' && media.length === 0 && (
          <figure className={classes.example}>
            <Text component="figcaption" size="xs" c="dimmed" mb={4}>
              Example, not sent
            </Text>
            <p className={classes.bubble}>
              <Parts parts={messageParts(EXAMPLE, { ...EXAMPLE_VALUES, ...values })} />
              <span className={classes.code}>{codeSuffix(EXAMPLE)}</span>
            </p>
          </figure>
        )}
      </div>
      {isMms ? (
        <Text size="sm" c="dimmed">
          One MMS: {counted([...textOf(parts)].length, 'character')} and {counted(media.length, 'file')}. An
          MMS has no segments.
        </Text>
      ) : (
        <SegmentMeter text={textOf(parts)} />
      )}
    </Paper>
  );
}

const EXAMPLE = 'Hi {first_name}, {company_name} has moved your visit to 9:30. Reply C to confirm.';
const EXAMPLE_VALUES = { first_name: 'Avery', company_name: 'Bayview Dental' };

function Parts({ parts }: { parts: readonly MessagePart[] }) {
  return parts.map(({ text, kind }, index) => (
    <span key={index} className={classes[kind]}>
      {text}
    </span>
  ));
}

/** Limit on the options offered: more are no help and slow to render. */
const MOST_CHOICES = 50;

function shownOf<T>(all: readonly T[], chosen: T | undefined): readonly T[] {
  const first = all.slice(0, MOST_CHOICES);
  return chosen === undefined || first.includes(chosen) ? first : [...first, chosen];
}

interface PreviewChoiceProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Text shown if there are no options. */
  readonly none: string;
  readonly chosen: number | undefined;
  readonly onChoose: (id: number) => void;
}

/** A select if there are several options, otherwise plain text. */
function PreviewChoice({ label, options, none, chosen, onChoose }: PreviewChoiceProps) {
  const id = useId();
  const [only] = options;
  return (
    <Group gap={0} wrap="nowrap" mih={30}>
      <Text component="label" htmlFor={id} size="xs" fw={500} c="dimmed" w={40} flex="none">
        {label}
      </Text>
      {options.length < 2 ? (
        <Text
          component="div"
          size="xs"
          fw={only && 550}
          c={only ? 'inherit' : 'dimmed'}
          style={{ overflowWrap: 'anywhere' }}
        >
          {only?.label ?? none}
        </Text>
      ) : (
        <NativeSelect
          id={id}
          size="xs"
          flex={1}
          miw={0}
          value={String(chosen ?? '')}
          data={options}
          onChange={(event) => onChoose(Number(event.currentTarget.value))}
        />
      )}
    </Group>
  );
}
