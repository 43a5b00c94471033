import type { Message } from './completion-client.ts';

/** What somebody wants to have written. */
export interface WritingRequest {
  readonly prompt: string;
  /** The kind of text, such as `post`. */
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly style?: string | undefined;
  /** In characters. */
  readonly maxLength?: number | undefined;
}

const task = [
  'You write texts for the editors of a website.',
  'Answer with the text alone, in Markdown: no introduction, no closing remark, no quotation marks or code fence around it.',
  'Write in the language that you are asked in, unless another one is asked for.',
  'Make up no facts, names, figures, quotations or sources.',
];

/** What the model is told: our words as the system, and those of whoever asks as the user, so that they stay apart. */
export function messagesFor({ prompt, type, title, style, maxLength }: WritingRequest): Message[] {
  const length = maxLength === undefined ? [] : [`Write ${maxLength} characters at most.`];
  const labels = [
    ['Kind of text', type],
    ['Title', title],
    ['Style', style],
  ] as const;
  const given = labels.flatMap(([label, value = '']) =>
    value.trim() === '' ? [] : [`${label}: ${onOneLine(value)}`],
  );
  return [
    { role: 'system', content: [...task, ...length].join('\n') },
    { role: 'user', content: [...given, ...(given.length > 0 ? [''] : []), prompt].join('\n') },
  ];
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
