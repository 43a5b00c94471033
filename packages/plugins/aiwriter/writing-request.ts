import type { Message } from './completion-client.ts';

export interface WritingRequest {
  readonly prompt: string;
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly style?: string | undefined;
  /** Characters. */
  readonly maxLength?: number | undefined;
}

const instructions = [
  'You write texts for the editors of a website.',
  'Answer with the text alone, in Markdown: no introduction, no closing remark, no quotation marks or code fence around it.',
  'Write in the language that you are asked in, unless another one is asked for.',
  'Make up no facts, names, figures, quotations or sources.',
];

/** Instructions and user input stay separate, as system and user message. */
export function createMessages({
  prompt,
  type,
  title,
  style,
  maxLength,
}: WritingRequest): Message[] {
  const length = maxLength === undefined ? [] : [`Write ${maxLength} characters at most.`];
  const labels = [
    ['Kind of text', type],
    ['Title', title],
    ['Style', style],
  ] as const;
  const lines = labels.flatMap(([label, value = '']) =>
    value.trim() === '' ? [] : [`${label}: ${toSingleLine(value)}`],
  );
  return [
    { role: 'system', content: [...instructions, ...length].join('\n') },
    { role: 'user', content: [...lines, ...(lines.length > 0 ? [''] : []), prompt].join('\n') },
  ];
}

function toSingleLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
