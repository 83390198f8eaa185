import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '100.63.255.255',
  '100.128.0.1',
  '223.255.255.254',
  '2606:4700::1111',
  '2a00:1450:4001:829::200e',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '64:ff9b::8.8.8.8',
  '64:ff9b::808:808',
])('CREATE-6 %s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '10.255.255.255'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.0.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT', '100.127.255.255'],
  ["Alibaba's metadata", '100.100.100.200'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local', '169.254.0.1'],
  ['cloud metadata', '169.254.169.254'],
  ["Azure's wire server", '168.63.129.16'],
  ['protocol assignments', '192.0.0.1'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.7'],
  ['documentation', '203.0.113.255'],
  ['the 6to4 relay', '192.88.99.1'],
  ['benchmarking', '198.18.0.1'],
  ['benchmarking', '198.19.255.255'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible', '::8.8.8.8'],
  ['IPv4-compatible loopback', '::127.0.0.1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hex', '::ffff:7f00:1'],
  ['mapped private', '::ffff:10.0.0.1'],
  ['mapped metadata', '::ffff:169.254.169.254'],
  ["mapped Azure's", '::ffff:168.63.129.16'],
  ['translated (SIIT)', '::ffff:0:127.0.0.1'],
  ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
  ['NAT64 of loopback', '64:ff9b::7f00:1'],
  ['NAT64 of metadata', '64:ff9b::a9fe:a9fe'],
  ["a network's own NAT64", '64:ff9b:1::8.8.8.8'],
  ['6to4 of a private address', '2002:a00:1::1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of a public address', '2002:808:808::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456:789a::1'],
  ["Amazon's metadata", 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['a public address with a zone', '2606:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['benchmarking', '2001:2::1'],
  ['ORCHID', '2001:20::1'],
  ['discard', '100::1'],
  ['segment routing', '5f00::1'],
  ['unallocated', '4000::1'],
  ['unallocated', '8000::1'],
  ['octal', '0177.0.0.1'],
  ['octal', '010.0.0.1'],
  ['hex', '0x7f.0.0.1'],
  ['shortened', '127.1'],
  ['a single number', '2130706433'],
  ['a name', 'localhost'],
  ['in brackets', '[::1]'],
  ['nothing', ''],
])('CREATE-6 %s is not public: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('CREATE-6 an IPv4 address gets the same result in its mapped and NAT64 forms', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const isPublic = isPublicAddress(address);
      expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublic);
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublic);
    }),
  );
});
