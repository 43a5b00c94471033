import { z } from 'zod';
import type { Fault } from '../mending/faults.ts';
import type { MendedFault } from '../mending/mended-text.ts';

const maxTitleLength = 300;
const maxBodyLength = 20_000;
const maxCodeLength = 300;
/** The implementer finds all faults again. */
const maxListedFaults = 60;

const taskNote = z.object({ document: z.string().nullable() });

/** Null if there is nothing to mend, `undefined` for a description by others. */
export function documentOfTask(description: string): string | null | undefined {
  try {
    return taskNote.parse(JSON.parse(description)).document;
  } catch {
    return undefined;
  }
}

/** The title is for people, the description is JSON for the implementer. */
export function describeTask(path: string, faults: readonly Fault[]) {
  const listed = faults.slice(0, maxListedFaults).map(({ kind, line, address }) => ({
    kind,
    line,
    address: truncate(address, 120),
  }));
  return {
    title: truncate(`Fix ${countFaults(faults)} in ${path}`, maxTitleLength),
    description: JSON.stringify({ document: path, faults: listed, count: faults.length }),
  };
}

export const emptyTask = {
  title: 'No fixes needed',
  description: JSON.stringify({ document: null, faults: [], count: 0 }),
};

export function countFaults(faults: readonly Fault[]): string {
  const links = faults.filter(({ kind }) => kind === 'broken_link').length;
  const pictures = faults.length - links;
  const parts = [
    links > 0 && `${links} broken ${links === 1 ? 'link' : 'links'}`,
    pictures > 0 && `${pictures} missing alt ${pictures === 1 ? 'text' : 'texts'}`,
  ];
  return parts.filter((part) => part !== false).join(' and ') || 'nothing';
}

export interface Report {
  readonly path: string;
  readonly mended: readonly MendedFault[];
  readonly left: readonly Fault[];
}

export function describeProposal({ path, mended, left }: Report) {
  const body = [
    `Fixes ${countFaults(mended)} in ${path}. Changes nothing else.`,
    '',
    ...mended.map((fault) => `- line ${fault.line}: ${describeFix(fault)}`),
    ...(left.length > 0 ? ['', 'For people to fix:', ''] : []),
    ...left.map((fault) => `- line ${fault.line}: ${describeFault(fault)}`),
  ];
  return {
    title: truncate(`Fix ${countFaults(mended)} in ${path}`, maxTitleLength),
    body: wholeLines(body, maxBodyLength),
  };
}

function describeFix({ kind, address, mend }: MendedFault): string {
  const [was, is] = [inlineCode(address), inlineCode(mend.text)];
  return kind === 'broken_link'
    ? `link ${was} is broken; changed to ${is}, because ${mend.why}.`
    : `image ${was} has no alt text; added ${is}, because ${mend.why}.`;
}

export function describeFault({ kind, address, candidates }: Fault): string {
  if (kind === 'missing_alt')
    return `image ${inlineCode(address)} has no alt text, and no source describes it.`;
  const choices = candidates.map((candidate) => inlineCode(candidate)).join(', ');
  const why = choices === '' ? 'no similar target was found' : `possible targets: ${choices}`;
  return `link ${inlineCode(address)} is broken; ${why}.`;
}

/** Prevents the text from being read as Markdown. */
function inlineCode(text: string): string {
  const plain = truncate(text.replace(/[\s\p{Cc}`]+/gu, ' '), maxCodeLength);
  return `\`${plain}\``;
}

export function truncate(text: string, most: number): string {
  const plain = text.toWellFormed();
  return plain.length <= most
    ? plain
    : `${plain.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

export function wholeLines(lines: readonly string[], most: number): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const more = `\n… and ${lines.length - index} more.`;
    if (text.length + line.length + 1 + more.length > most) return text + more;
    text += index === 0 ? line : `\n${line}`;
  }
  return text;
}
