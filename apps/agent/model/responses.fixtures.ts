/** Responses to the same question in the forms of several servers. Each calls `task_get` with the id `t-1`. */
const choice = (message: object, finish_reason: string) => ({
  index: 0,
  message: { role: 'assistant', ...message },
  finish_reason,
});
const input = '{"task_id":"t-1"}';
const called = (given: unknown) => ({ name: 'task_get', arguments: given });

export const callResponses: Readonly<Record<string, object>> = {
  OpenAI: {
    id: 'chatcmpl-CgfXo',
    object: 'chat.completion',
    created: 1_767_225_600,
    model: 'gpt-4.1-2025-04-14',
    choices: [
      choice(
        {
          content: null,
          refusal: null,
          annotations: [],
          tool_calls: [{ id: 'call_9dD1', type: 'function', function: called(input) }],
        },
        'tool_calls',
      ),
    ],
    usage: {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    },
    service_tier: 'default',
    system_fingerprint: 'fp_1',
  },
  'Ollama, with the reasoning in a field of its own': {
    id: 'chatcmpl-412',
    object: 'chat.completion',
    created: 1_767_225_600,
    model: 'qwen3:8b',
    system_fingerprint: 'fp_ollama',
    choices: [
      choice(
        {
          content: '',
          reasoning: 'First the task.',
          tool_calls: [{ id: 'call_1x2', index: 0, type: 'function', function: called(input) }],
        },
        'tool_calls',
      ),
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  },
  'vLLM, with a reasoning parser': {
    id: 'chatcmpl-7f00',
    object: 'chat.completion',
    model: 'Qwen/Qwen3-32B',
    choices: [
      {
        ...choice(
          {
            reasoning_content: '\nFirst the task.\n',
            content: null,
            tool_calls: [{ id: 'chatcmpl-tool-5a', type: 'function', function: called(input) }],
          },
          'tool_calls',
        ),
        logprobs: null,
        stop_reason: null,
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    prompt_logprobs: null,
  },
  'llama.cpp, with empty ids and thoughts in the text': {
    choices: [
      choice(
        {
          content: '<think>First the task.</think>\n\n',
          tool_calls: [{ type: 'function', id: '', function: called(input) }],
        },
        'tool_calls',
      ),
    ],
    created: 1_767_225_600,
    model: 'gpt-3.5-turbo',
    object: 'chat.completion',
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    timings: { prompt_n: 1, predicted_n: 20 },
  },
  'arguments as an object, no id, and a stop as the reason': {
    choices: [
      choice(
        {
          content: [{ type: 'text', text: '' }],
          reasoning: 'First the task.',
          tool_calls: [{ function: called({ task_id: 't-1' }) }],
        },
        'stop',
      ),
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20 },
  },
};
