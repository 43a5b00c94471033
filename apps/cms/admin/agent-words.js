/** What browsers call themselves; the first that is found is it, since most claim to be others as well. */
const programs = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A User-Agent in a few words; the beginning of it when it is none of a browser. @param {string} agent */
export function agentInWords(agent) {
  const find = (names) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const program = find(programs);
  const system = find(systems);
  if (program && system) return `${program} on ${system}`;
  return agent.slice(0, 60) || 'Unknown device';
}
