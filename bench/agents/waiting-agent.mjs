// The chair creates the tasks. The others wait for a model, then change the file of their task.
import { appendFile } from 'node:fs/promises';

const { GALLEY_MCP_URL, GALLEY_WORKER_TOKEN, GALLEY_TURN_REASON, MODEL_URL, TASKS } = process.env;
const [kind, id] = GALLEY_TURN_REASON.split(' ');

async function call(name, input) {
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
      params: { name, arguments: input },
    }),
  });
  const { result, error } = JSON.parse((await response.text()).replace(/^[^{]*/, ''));
  if (!result || result.isError)
    throw new Error(`${name}: ${JSON.stringify(error ?? result.content)}`);
  return JSON.parse(result.content[0].text);
}

if (kind === 'plan')
  for (let number = 0; number < Number(TASKS); number += 1) {
    const title = `posts/${number}.md`;
    await call('task_create', { title, paths: [title] });
  }
if (kind === 'task') {
  const task = await call('task_get', { task_id: id });
  await (await fetch(MODEL_URL)).text();
  await appendFile(task.title, 'The agent was here.\n');
}
