import { isIPv4 } from 'node:net';
import { networkOf } from '@galley/kernel';

/** The first match wins, since most browsers also claim to be others. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const operatingSystems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

export interface Device {
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly isHandheld: boolean;
}

export function parseDevice(agent: string): Device {
  const find = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(agent))?.[1];
  const system = find(operatingSystems);
  const isHandheld = system === 'iPhone' || system === 'iPad' || system === 'Android';
  return { browser: find(browsers), system, isHandheld };
}

/** `Firefox, Linux`; the beginning of the user agent of an unknown program. */
export function describeDevice(agent: string): string {
  const { browser, system } = parseDevice(agent);
  return [browser, system].filter(Boolean).join(', ') || agent.slice(0, 60) || '?';
}

/** Range of an address, which says where a person is without naming their connection. */
export function rangeOf(address: string): string {
  const network = networkOf(address);
  return isIPv4(network) ? network.replace(/\d+$/, '0/24') : network;
}
