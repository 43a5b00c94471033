import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { newId } from '@galley/kernel';
import { z } from 'zod';
import { text } from './conformance-inputs.fixtures.ts';

/** Keys are question ids. */
const waiting = new Map<string, (message: JSONRPCMessage) => void>();

/** Before revision 2026-07-28. Each request gets its own server, so answers are forwarded to the one that asked. */
export function askingAcrossRequests(served: McpServer): McpServer {
  const connect = served.connect.bind(served);
  served.connect = async (transport) => {
    await connect(transport);
    const { onmessage } = transport;
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      if (!('method' in message && 'id' in message)) return send(message, options);
      const name = newId();
      waiting.set(name, (answer) => {
        waiting.delete(name);
        onmessage?.({ ...answer, id: message.id });
      });
      return send({ ...message, id: name }, options);
    };
    transport.onmessage = (message, extra) => {
      const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
      const asker = isAnswer ? waiting.get(String(message.id)) : undefined;
      if (asker) asker(message);
      else onmessage?.(message, extra);
    };
  };
  return served;
}

type FormProperties = Readonly<Record<string, object>>;

const sayWhy = { type: 'string', description: 'What they say' } as const;

const defaults: FormProperties = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const options = ['option1', 'option2', 'option3'];
const titled = ['value1', 'value2', 'value3'].map((value) => ({ const: value, title: value }));
const enums: FormProperties = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
};

/** Before revision 2026-07-28: tools ask the client while it waits for their result. */
export function addAskingTools(served: McpServer): void {
  const forms = {
    test_elicitation_sep1034_defaults: defaults,
    test_elicitation_sep1330_enums: enums,
  };
  for (const [name, properties] of Object.entries(forms)) {
    served.registerTool(name, { description: name }, async ({ mcpReq }) =>
      askPerson(mcpReq, { message: 'Please fill this in', properties, required: [] }),
    );
  }
  served.registerTool(
    'test_elicitation',
    { description: 'Asks a person', inputSchema: z.object({ message: z.string() }) },
    ({ message }, { mcpReq }) => {
      const properties = { username: sayWhy, email: sayWhy };
      return askPerson(mcpReq, { message, properties, required: ['username', 'email'] });
    },
  );
  served.registerTool(
    'test_sampling',
    { description: 'Asks a model', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user', content: text(prompt) }];
      const { content } = await mcpReq.send({
        method: 'sampling/createMessage',
        params: { messages, maxTokens: 100 },
      });
      return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
    },
  );
}

async function askPerson(
  mcpReq: ServerContext['mcpReq'],
  {
    message,
    ...fields
  }: {
    readonly message: string;
    readonly properties: FormProperties;
    readonly required: readonly string[];
  },
) {
  const requestedSchema = { type: 'object', ...fields };
  const answer = await mcpReq.send({
    method: 'elicitation/create',
    params: { message, requestedSchema },
  });
  return { content: [text(`User response: ${JSON.stringify(answer)}`)] };
}
