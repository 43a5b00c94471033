import type { PresentedTurnEvent } from '@galley/coordinator';
import { dollars, oneLine, visibleText } from './turn-lines.ts';

export type Colour = 'red' | 'cyan' | 'gray';
export type Paint = (colour: Colour, text: string) => string;

const maxLength = 200;

interface Payload {
  readonly text?: string;
  readonly id?: string;
  readonly tool?: string;
  readonly input?: unknown;
  readonly is_error?: boolean;
  readonly code?: string;
  readonly model?: string | null;
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly usd?: number | null;
}

type LinePart = readonly [text: string, colour?: Colour];

const short = (text = '') => oneLine(text, maxLength);

const kinds: Readonly<Record<PresentedTurnEvent['kind'], (payload: Payload) => LinePart>> = {
  prompt: ({ text }) => [`prompt: ${short(text)}`, 'gray'],
  message: ({ text = '' }) => [indented(text)],
  thinking: ({ text }) => [`thinking: ${short(text)}`, 'gray'],
  tool_call: ({ tool = '', input }) => [`→ ${short(tool)} ${short(JSON.stringify(input))}`],
  tool_result: ({ text, is_error: isError }) =>
    isError ? [`✗ ${short(text)}`, 'red'] : [`← ${short(text)}`, 'gray'],
  usage: (usage) => [usageText(usage), 'gray'],
  error: ({ code = '', text }) => [`error (${code}): ${short(text)}`, 'red'],
  resumable: ({ id }) => [`can be resumed as ${short(id)}`, 'gray'],
  output: ({ text = '' }) => [indented(text)],
};

/** Messages and output are whole; prompts, tool calls and results are shortened to a line. */
export function eventLine(event: PresentedTurnEvent, paint: Paint): string {
  const [text, colour] = kinds[event.kind](event.payload as Payload);
  const time = paint('gray', event.at.slice(11, 19));
  return `${time} ${paint('cyan', event.agent_id)} ${colour ? paint(colour, text) : text}`;
}

function usageText({ model, input_tokens: input = 0, output_tokens: output = 0, usd }: Payload) {
  const cost = usd == null ? [] : [dollars(usd)];
  const by = model ? [short(model)] : [];
  return `usage: ${[`${input} tokens in`, `${output} tokens out`, ...cost, ...by].join(', ')}`;
}

function indented(text: string): string {
  return visibleText(text).trimEnd().replaceAll('\n', '\n    ');
}
