import { ChatEndpoint, type AskedOfEndpoint } from './chat-endpoint.ts';

export interface ModelMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
}

export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly [name: string]: unknown;
}

export interface ModelReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or text as it is. */
  readonly body?: unknown;
  /** Sent as a stream of events instead, JSON or text as it is; ends with [DONE]. */
  readonly chunks?: readonly unknown[];
}

export interface ScriptedModel extends AsyncDisposable {
  /** Ends with `/v1`. */
  readonly url: string;
  readonly asked: readonly AskedOfEndpoint[];
  readonly requests: readonly ModelRequest[];
}

/** An endpoint whose model calls tools as the script says. `count` begins with 1. */
export async function startScriptedModel(
  script: (request: ModelRequest, count: number) => ModelReply | Promise<ModelReply>,
): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  // A failed expectation of the script ends the turn, which shows it.
  const reply = async (request: ModelRequest, count: number): Promise<ModelReply> => {
    try {
      return await script(request, count);
    } catch (error) {
      return { status: 400, body: { error: { message: String(error) } } };
    }
  };
  const endpoint = await ChatEndpoint.start(async (response, { path, body: asked }) => {
    if (path !== '/v1/chat/completions')
      return void response.writeHead(404).end('404 page not found');
    const request = asked as unknown as ModelRequest;
    const { status = 200, headers, body, chunks } = await reply(request, requests.push(request));
    const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
    const type = chunks ? 'text/event-stream; charset=utf-8' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    if (!chunks) return void response.end(textOf(body));
    for (const chunk of [...chunks, '[DONE]']) response.write(`data: ${textOf(chunk)}\n\n`);
    response.end();
  });
  return {
    url: endpoint.baseUrl,
    asked: endpoint.asked,
    requests,
    [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose](),
  };
}

export interface ScriptedAnswer {
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly input: object }[];
}

/** In the form of OpenAI. */
export function modelAnswer({ text, calls = [] }: ScriptedAnswer): ModelReply {
  const toolCalls = calls.map(({ tool, input }, index) => ({
    id: `call_${index}_${tool}`,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
  const message = {
    role: 'assistant',
    content: text ?? null,
    refusal: null,
    annotations: [],
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
  const finishReason = toolCalls.length > 0 ? 'tool_calls' : 'stop';
  return {
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_767_225_600,
      model: 'test-model',
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
      usage: { prompt_tokens: 1_000, completion_tokens: 50, total_tokens: 1_050 },
    },
  };
}
