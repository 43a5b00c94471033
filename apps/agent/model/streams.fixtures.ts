/** Streams in the forms of several servers. Each calls `task_get` with the ids `t-1` and `t-2`, or writes two paragraphs. */
const delta = (part: object, finish_reason: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: part, finish_reason }],
});
const type = { type: 'function' };
const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
const call = (more: object, name: string | undefined, given: string) => ({
  ...more,
  function: { ...(name !== undefined && { name }), arguments: given },
});
const pieces = (index: number, id: string, task: string) => [
  delta({ tool_calls: [call({ index, id, ...type }, 'task_get', '')] }),
  delta({ tool_calls: [call({ index }, undefined, '{"task')] }),
  delta({ tool_calls: [call({ index }, undefined, `_id":"${task}"}`)] }),
];
const whole = (more: object, task: string) => call(more, 'task_get', `{"task_id":"${task}"}`);

export const callStreams: Readonly<Record<string, readonly unknown[]>> = {
  OpenAI: [
    { ...delta({ role: 'assistant', content: null, refusal: null }), usage: null },
    ...pieces(0, 'call_a', 't-1'),
    ...pieces(1, 'call_b', 't-2'),
    delta({}, 'tool_calls'),
    { object: 'chat.completion.chunk', choices: [], usage },
  ],
  'Ollama, with whole calls that have the same index': [
    delta({ role: 'assistant', content: '', reasoning: 'First the ' }),
    delta({ role: 'assistant', content: '', reasoning: 'task.' }),
    delta({
      role: 'assistant',
      content: '',
      tool_calls: [whole({ id: 'call_a', index: 0, ...type }, 't-1')],
    }),
    delta({
      role: 'assistant',
      content: '',
      tool_calls: [whole({ id: 'call_b', index: 0, ...type }, 't-2')],
    }),
    delta({ role: 'assistant', content: '' }, 'tool_calls'),
    { object: 'chat.completion.chunk', choices: [], usage },
  ],
  'vLLM, with a reasoning parser, and the usage in each chunk': [
    { ...delta({ role: 'assistant', content: '' }), usage: { ...usage, completion_tokens: 0 } },
    delta({ reasoning_content: '\nFirst' }),
    delta({ reasoning_content: ' the task.\n' }),
    ...pieces(0, 'chatcmpl-tool-a', 't-1'),
    ...pieces(1, 'chatcmpl-tool-b', 't-2'),
    { ...delta({ content: '' }, 'tool_calls'), usage: { ...usage, completion_tokens: 10 } },
    { object: 'chat.completion.chunk', choices: [], usage },
  ],
  'llama.cpp, with thoughts in the text and empty ids': [
    delta({ role: 'assistant', content: null }),
    ...['<th', 'ink>First the', ' task.</think>', '\n\n'].map((content) => delta({ content })),
    ...pieces(0, '', 't-1'),
    ...pieces(1, '', 't-2'),
    delta({}, 'tool_calls'),
    { choices: [], usage, timings: { prompt_n: 1, predicted_n: 20 } },
  ],
  'calls without index and id, and the usage in the last chunk': [
    delta({ tool_calls: [whole({}, 't-1'), whole({}, 't-2')] }),
    { ...delta({}, 'stop'), usage },
  ],
};

const words = ['One', ' page.\n', '\nTwo', ' links.'];

export const textStreams: Readonly<Record<string, readonly unknown[]>> = {
  OpenAI: [
    delta({ role: 'assistant', content: '', refusal: null }),
    ...words.map((content) => delta({ content })),
    delta({}, 'stop'),
    { choices: [], usage },
  ],
  Ollama: [
    delta({ role: 'assistant', content: '', reasoning: 'First the task.' }),
    ...words.map((content) => delta({ role: 'assistant', content })),
    delta({ role: 'assistant', content: '' }, 'stop'),
  ],
  vLLM: [
    delta({ role: 'assistant', content: '' }),
    delta({ reasoning_content: 'First the task.' }),
    ...words.map((content) => delta({ content })),
    { ...delta({ content: '' }, 'stop'), usage },
  ],
  'llama.cpp': [
    ...['<think>First', ' the task.', '</think>\n\n', ...words].map((content) =>
      delta({ content }),
    ),
    delta({}, 'stop'),
  ],
};
