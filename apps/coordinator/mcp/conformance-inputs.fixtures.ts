import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type InputRequests,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { newSecret } from '@galley/kernel';

export const text = (said: string) => ({ type: 'text' as const, text: said });

export const requestStates = createRequestStateCodec<{ readonly round: number }>({
  key: newSecret(),
});

const form = (message: string, field: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: type === 'string' ? { type } : { type } },
      required: [field],
    },
  });

const sampling = (asked: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: text(asked) }],
    maxTokens,
  });

const questions = {
  name: { user_name: form('What is your name?', 'name') },
  capital: { capital_question: sampling('What is the capital of France?', 100) },
  roots: { client_roots: inputRequired.listRoots() },
  confirm: { confirm: form('Please confirm', 'ok', 'boolean') },
} as const;

/** Revision 2026-07-28: the result contains questions, and the client calls again with the answers. */
export function addInputTools(served: McpServer): void {
  const oneRound = {
    test_input_required_result_elicitation: questions.name,
    test_input_required_result_sampling: questions.capital,
    test_input_required_result_list_roots: questions.roots,
    test_streaming_elicitation: questions.name,
  };
  for (const [name, asked] of Object.entries(oneRound)) {
    served.registerTool(name, { description: name }, ({ mcpReq }) =>
      isAnswered(mcpReq, asked)
        ? { content: [text(`Thanks: ${JSON.stringify(mcpReq.inputResponses)}`)] }
        : inputRequired({ inputRequests: asked }),
    );
  }
  const withState = {
    test_input_required_result_request_state: questions.confirm,
    test_input_required_result_tampered_state: questions.confirm,
    test_input_required_result_multiple_inputs: {
      ...questions.name,
      greeting: sampling('Generate a greeting', 50),
      ...questions.roots,
    },
  };
  for (const [name, asked] of Object.entries(withState)) {
    served.registerTool(name, { description: name }, (context) => withRounds(context, [asked]));
  }
  served.registerTool(
    'test_input_required_result_multi_round',
    { description: 'Asks twice' },
    (context) =>
      withRounds(context, [
        { step1: form('Step 1: What is your name?', 'name') },
        { step2: form('Step 2: What is your favorite color?', 'color') },
      ]),
  );
  addCapabilityTools(served);
  const prompt = { user_context: form('What context should the prompt use?', 'context') };
  served.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks' },
    ({ mcpReq }) =>
      isAnswered(mcpReq, prompt)
        ? { messages: [{ role: 'user', content: text(JSON.stringify(mcpReq.inputResponses)) }] }
        : inputRequired({ inputRequests: prompt }),
  );
}

function addCapabilityTools(served: McpServer): void {
  served.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks for what the client can do' },
    ({ mcpReq }) => {
      const can = capabilities(mcpReq);
      const asked = {
        ...('elicitation' in can && questions.name),
        ...('sampling' in can && questions.capital),
      };
      return isAnswered(mcpReq, asked)
        ? { content: [text('Done.')] }
        : inputRequired({ inputRequests: asked });
    },
  );
  served.registerTool('test_missing_capability', { description: 'Samples' }, () =>
    inputRequired({ inputRequests: questions.capital }),
  );
}

/** Asks each question in its own round, whose number is in the state. */
async function withRounds(context: ServerContext, rounds: readonly InputRequests[]) {
  const { mcpReq } = context;
  const { round } = mcpReq.requestState<{ round: number }>() ?? { round: -1 };
  const isDone = round >= 0 && isAnswered(mcpReq, rounds[round]!);
  const next = isDone ? round + 1 : Math.max(round, 0);
  const inputRequests = rounds[next];
  if (!inputRequests) return { content: [text('state-ok')] };
  return inputRequired({
    inputRequests,
    requestState: await requestStates.mint({ round: next }, context),
  });
}

function isAnswered({ inputResponses }: ServerContext['mcpReq'], asked: InputRequests): boolean {
  return Object.keys(asked).every((key) => inputResponse(inputResponses, key).kind !== 'missing');
}

function capabilities({ envelope }: ServerContext['mcpReq']): object {
  return (envelope as Record<string, object> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
}
