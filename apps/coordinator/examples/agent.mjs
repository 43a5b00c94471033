// An agent in JavaScript: node agent.mjs. Replace `think` with your model.
const { GALLEY_MCP_URL, GALLEY_WORKER_TOKEN, GALLEY_TURN } = process.env;
const turn = Number(GALLEY_TURN);

/** Each line is an event that Galley stores with the session. */
const print = (event) => console.log(JSON.stringify(event));

async function call(tool, input) {
  const response = await fetch(GALLEY_MCP_URL, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${GALLEY_WORKER_TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: input },
    }),
  });
  // The answer is JSON, or an event stream with one line of data.
  const text = (await response.text()).replace(/^[^{]*/, '');
  const { result, error } = JSON.parse(text);
  const answer = result?.content[0].text ?? error.message;
  if (!result || result.isError) throw new Error(`${tool}: ${answer}`);
  print({ kind: 'tool_call', id: tool, tool, input });
  print({ kind: 'tool_result', id: tool, text: answer });
  return JSON.parse(answer);
}

const think = (prompt) => `I have read ${prompt.trim().split('\n').length} lines.`;

let prompt = '';
for await (const chunk of process.stdin) prompt += chunk;
const key = (name) => ({ request_event_id: turn, idempotency_key: `${name}-${turn}` });
await call('agent_turn_start', key('start'));
const answer = think(prompt);
print({ kind: 'message', text: answer });
print({ kind: 'usage', model: 'none', input_tokens: prompt.length, output_tokens: answer.length });
await call('agent_turn_complete', { ...key('complete'), summary: answer });
