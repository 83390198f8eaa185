/** A test phone (/directory/phones/{id}): what it is, its last days and messages, and how it is connected (DIR-5). */
import { Anchor, Button, Group, List, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { HandsetSource } from '@textprobe/contract/handset-sources';
import type { TestLog } from '@textprobe/contract/messages';
import { formatDateTime } from '@textprobe/domain/display';
import { ADMINISTRATORS, AUDITORS, OPERATORS } from '@textprobe/domain/roles';
import { toneOf } from '@textprobe/domain/verdict-tones';
import { type ReactNode, useContext } from 'react';
import { Link, useParams } from 'react-router';
import type { Entry } from '../../../api/directory-entries.ts';
import { HttpError } from '../../../api/http.ts';
import { getPhoneConnection, getPhoneHistory } from '../../../api/phones.ts';
import { entryQuery } from '../../../directory/entry-query.ts';
import { mayChangePhone } from '../../../directory/may-change-phone.ts';
import { healthLine, PRESENCE_WORDS } from '../../../handsets/health-words.ts';
import { keyName, keyWords, SOURCE_KINDS } from '../../../handsets/key-words.ts';
import { usePhonesHealth } from '../../../handsets/use-phones-health.ts';
import { auditOfObject } from '../../../ui/audit-address.ts';
import { CopiedText } from '../../../ui/copied-text.tsx';
import { OutcomeStrip } from '../../../ui/outcome-strip.tsx';
import { LoadFailure } from '../../../ui/refresh-button.tsx';
import { AccountRole, Only } from '../../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { ToneSign } from '../../../ui/tone-sign.tsx';
import { DirectoryTabs } from '../directory-tabs.tsx';
import { EVIDENCE, partnerOf, retiredWords } from '../entry-words.ts';
import { RetiredBadge } from '../retired-badge.tsx';
import { dayWords, historyWords } from './history-words.ts';

export function PhoneScreen() {
  const id = Number(useParams()['id']);
  const role = useContext(AccountRole);
  const { data: phone, error } = useQuery({ ...entryQuery('phones', id), staleTime: 0 });
  const title = phone?.name ?? 'Phone';
  if (error instanceof HttpError && error.status === 404)
    return (
      <Screen title={title}>
        <DirectoryTabs />
        <ScreenHeader title={title} />
        <p role="status">Phone not found.</p>
      </Screen>
    );
  const isActive = phone !== undefined && retiredWords(phone) === null;
  const pairLink = (words: string) => (
    <Button component={Link} variant="default" to={`/directory/phones/${id}/pair`}>
      {words}
    </Button>
  );
  return (
    <Screen title={title}>
      <DirectoryTabs />
      <ScreenHeader title={title} note={phone && <RetiredBadge entry={phone} />} hasTimes>
        {phone !== undefined && (
          <Only roles={AUDITORS}>
            <Button component={Link} variant="default" to={auditOfObject('phone', id)}>
              Audit trail
            </Button>
          </Only>
        )}
        {role === 'auditor' && pairLink('Pairings')}
        {isActive && (
          <Only roles={OPERATORS}>
            {mayChangePhone(phone, role) && pairLink('Pair this phone')}
            <Button
              component={Link}
              to={`/create-tests?phoneId=${id}`}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              Send a test to this phone
            </Button>
          </Only>
        )}
      </ScreenHeader>
      {error !== null && <LoadFailure>The phone could not be loaded.</LoadFailure>}
      {phone !== undefined && (
        <Stack maw={880}>
          <Facts phone={phone} />
          <History id={id} />
          <Only roles={AUDITORS}>
            <Section title="Connection">
              <Connection phone={phone} />
            </Section>
          </Only>
        </Stack>
      )}
    </Screen>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

/** Number, carrier, evidence, whose it is, and whether it is online. */
function Facts({ phone }: { readonly phone: Entry }) {
  const { id, phoneNumber = '', carrier, evidence } = phone;
  const partner = partnerOf(phone);
  const about = EVIDENCE.find(({ value }) => value === evidence);
  const phonesHealth = usePhonesHealth();
  const health = phonesHealth?.get(id);
  const presence = health && PRESENCE_WORDS[health.presence];
  const facts = [
    ['Phone number', <CopiedText key="number" what="the number" text={phoneNumber} />],
    ['Carrier', carrier],
    [
      'Partner',
      partner === undefined ? (
        'Shared by all partners'
      ) : (
        <Anchor key="partner" component={Link} to={`/directory/phones?partnerId=${partner.id}`}>
          {partner.name}
        </Anchor>
      ),
    ],
    ['Evidence', `${about?.label}: ${about?.about}`],
    [
      'Handset',
      presence ? (
        <Group key="health" gap={6} wrap="nowrap" align="baseline">
          <ToneSign tone={presence.tone} />
          <span>
            {presence.label}, {healthLine(health)}
          </span>
        </Group>
      ) : phonesHealth === undefined ? (
        'Not loaded yet'
      ) : (
        'Never reported'
      ),
    ],
  ] as const;
  return (
    <Paper component="section" withBorder style={{ overflow: 'hidden' }} aria-label="About this phone">
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          {facts.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w={128}>{label}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

/** The last fourteen days of a phone as a strip, and the last messages to it. */
function History({ id }: { readonly id: number }) {
  const { data, isError } = useQuery({
    queryKey: ['phone history', id],
    queryFn: ({ signal }) => getPhoneHistory(id, { signal }),
    staleTime: 0,
  });
  if (isError) return <LoadFailure>The messages to this phone could not be loaded.</LoadFailure>;
  if (data === undefined) return null;
  const { days, testLogs } = data;
  return (
    <>
      <Section title="Last 14 days">
        <OutcomeStrip
          label={days.map(dayWords).join('; ')}
          size="large"
          columns={days.map((day) => ({ ...day, key: day.day, words: dayWords(day) }))}
        />
        <Text c="dimmed" mt="xs">
          {historyWords(days)}
        </Text>
      </Section>
      <Section title="Last messages">
        {testLogs.length === 0 && <Text c="dimmed">No messages yet.</Text>}
        <List listStyleType="none" spacing="sm">
          {testLogs.map((log) => (
            <Message key={log.testLogID} log={log} />
          ))}
        </List>
      </Section>
    </>
  );
}

function Message({ log }: { readonly log: TestLog }) {
  const { testLogID, testID, sent, verdict, creationTimestamp } = log;
  return (
    <List.Item>
      <Anchor
        component={Link}
        to={`/test-report/${testID}?log=${testLogID}`}
        c="inherit"
        dir="auto"
        style={{ unicodeBidi: 'plaintext', overflowWrap: 'anywhere' }}
      >
        {sent.text}
      </Anchor>
      <Group gap="0 16px" fz="sm" c="dimmed">
        <Group gap={6}>
          <ToneSign tone={toneOf(verdict)} />
          {verdict}
        </Group>
        <span>from {sent.from}</span>
        <span>{formatDateTime(creationTimestamp)}</span>
      </Group>
    </List.Item>
  );
}

/** The keys of a phone, and the apps and providers that report for it. */
function Connection({ phone: { id, name, evidence } }: { readonly phone: Entry }) {
  const { data, dataUpdatedAt, isError } = useQuery({
    queryKey: ['phone connection', id],
    queryFn: ({ signal }) => getPhoneConnection(id, { signal }),
    staleTime: 0,
  });
  const { sources = [], keys = [] } = data ?? {};
  const isUnconnected = data && sources.length === 0 && keys.every(({ revokedAt }) => revokedAt !== null);
  const reporters = [
    ...sources.map((source) => ({
      id: `source ${source.id}`,
      name: source.name,
      facts: [SOURCE_KINDS[source.kind], deviceWords(source, id)],
    })),
    ...keys.map((key) => ({ id: `key ${key.id}`, name: keyName(key), facts: keyWords(key, dataUpdatedAt) })),
  ];
  return (
    <>
      {isError && <LoadFailure>The keys of this phone could not be loaded.</LoadFailure>}
      {isUnconnected && (
        <Text c="dimmed">
          {evidence === 'receipt'
            ? 'Nothing reports for this phone, and its evidence needs no reports.'
            : 'Nothing reports for this phone yet: pair it.'}
        </Text>
      )}
      <List listStyleType="none" spacing="sm" aria-label="Keys and sources">
        {reporters.map((reporter) => (
          <List.Item key={reporter.id}>
            <strong>{reporter.name}</strong>
            <Group gap="0 16px" fz="sm" c="dimmed">
              {reporter.facts.map((words) => (
                <span key={words}>{words}</span>
              ))}
            </Group>
          </List.Item>
        ))}
      </List>
      <Only roles={ADMINISTRATORS}>
        <Anchor component={Link} mt="sm" to={`/settings/handsets?${new URLSearchParams({ text: name })}`}>
          Manage handset keys
        </Anchor>
      </Only>
    </>
  );
}

function deviceWords({ phones }: HandsetSource, id: number): string {
  const mapped = phones.find(({ phoneId }) => phoneId === id);
  const device = mapped?.deviceId ? `device ${mapped.deviceId}` : 'any device';
  return mapped?.simSlot ? `${device}, SIM ${mapped.simSlot}` : device;
}
