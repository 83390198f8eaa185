/** How what was found reads in the palette, and where it leads. */
import {
  IconBuildingBroadcastTower,
  IconBuildingStore,
  IconDeviceMobile,
  IconList,
  IconMessage,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react';
import type { FoundEntry } from '@textprobe/contract/directory';
import type { Gateway } from '@textprobe/contract/gateways';
import type { TestLog } from '@textprobe/contract/messages';
import type { PhoneHealth } from '@textprobe/contract/phone-health';
import type { Test } from '@textprobe/contract/tests';
import { figure } from '@textprobe/domain/figures';
import { executionStatusLabel } from '@textprobe/domain/run-status';
import { searchedTestId } from '@textprobe/domain/search-words';
import type { Phone } from '../../api/normalize.ts';
import { kindWords, LINK_WORDS, stateOf } from '../../directory/gateway-state.ts';
import { PRESENCE_WORDS } from '../../handsets/health-words.ts';
import { counted } from '../../ui/counted.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import type { Entry, Group } from './entries.ts';
import { GATEWAYS } from './screens.ts';
import type { Found } from './use-found.ts';

export function foundGroups(
  text: string,
  found: Found,
  health: ReadonlyMap<number, PhoneHealth> | undefined,
): readonly Group[] {
  const { messages, tests, total, offices, phones, gateways, failed, retry } = found;
  const more = total > tests.length ? [allTests(text, total)] : [];
  return [
    { name: 'Gateways', entries: gateways.map((gateway) => gatewayEntry(text, gateway)) },
    { name: 'Phones', entries: phones.map((phone) => phoneEntry(text, phone, health?.get(phone.id))) },
    { name: 'Messages', entries: messages.map(messageEntry) },
    { name: 'Tests', entries: [...tests.map((test) => testEntry(text, test)), ...more] },
    { name: 'Offices', entries: offices.map((office) => officeEntry(text, office)) },
    { name: 'Not searched', entries: failed.length === 0 ? [] : [failure(failed, retry)] },
  ];
}

function messageEntry({ testLogID, testID, sent, verdict }: TestLog): Entry {
  return {
    key: `message ${testLogID}`,
    icon: IconMessage,
    label: <bdi>{sent.text}</bdi>,
    detail: `to ${sent.to} · ${verdict} · test #${testID}`,
    to: `/test-report/${testID}?log=${testLogID}`,
  };
}

function testEntry(text: string, test: Test): Entry {
  const { testId, messageBody, executionStatus, names, officeIDs } = test;
  const isNamed = searchedTestId(text) === testId;
  const [firstId] = officeIDs.officeIDs;
  const others = officeIDs.officeIDs.length - 1;
  const office = names.offices[0] ?? `Office ${firstId}`;
  return {
    key: `test ${testId}`,
    icon: IconSend,
    label:
      messageBody === '' ? <em>Only the message code</em> : <MarkedText text={messageBody} search={text} />,
    detail: (
      <>
        {isNamed ? <mark>#{testId}</mark> : `#${testId}`} · {executionStatusLabel(executionStatus)}
        {firstId !== undefined && ` · ${office}${others > 0 ? ` and ${figure(others)} more` : ''}`}
      </>
    ),
    to: `/test-report/${testId}`,
  };
}

function allTests(text: string, total: number): Entry {
  return {
    key: 'all tests',
    icon: IconList,
    label: `Show all ${counted(total, 'test')} with “${text}”`,
    to: `/tests?${new URLSearchParams({ text }).toString()}`,
  };
}

function officeEntry(text: string, { id, name, parents }: FoundEntry): Entry {
  return {
    key: `office ${id}`,
    icon: IconBuildingStore,
    label: <MarkedText text={name} search={text} />,
    detail: <MarkedText text={parents.join(', ')} search={text} />,
    hint: 'Its tests',
    to: `/tests?officeId=${id}`,
  };
}

function phoneEntry(text: string, phone: Phone, health: PhoneHealth | undefined): Entry {
  const { id, name, phoneNumber, carrier } = phone;
  return {
    key: `phone ${id}`,
    icon: IconDeviceMobile,
    label: <MarkedText text={name || phoneNumber} search={text} />,
    detail: (
      <>
        <MarkedText text={[phoneNumber, carrier].filter((fact) => fact !== '').join(' · ')} search={text} />
        {health !== undefined && ` · ${PRESENCE_WORDS[health.presence].label}`}
      </>
    ),
    hint: 'Its page',
    to: `/directory/phones/${id}`,
  };
}

/** A gateway that is managed outside the console has no page of its own. */
function gatewayEntry(text: string, gateway: Gateway): Entry {
  const { id, name, kind, source, account } = gateway;
  const facts = [kindWords(kind), LINK_WORDS[stateOf(gateway)].label, account];
  return {
    key: `gateway ${id}`,
    icon: IconBuildingBroadcastTower,
    label: <MarkedText text={name} search={text} />,
    detail: facts.filter((fact) => fact !== null).join(' · '),
    to: source === 'database' ? `${GATEWAYS}/${id}` : GATEWAYS,
  };
}

function failure(failed: Found['failed'], retry: () => void): Entry {
  const what = new Intl.ListFormat('en').format(failed);
  return {
    key: 'failure',
    icon: IconRefresh,
    label: `The ${what} could not be searched. Try again`,
    run: retry,
    stays: true,
  };
}
