/** A stand-in for a model that mends one link and one alternative text in each document, by the tools alone. */
import { modelAnswer, startScriptedModel, type ModelRequest } from '@galley/testing';

type Results = Readonly<Record<string, Record<string, unknown>>>;
type Decision = string | readonly (readonly [tool: string, input: object])[];

export function startMendingModel() {
  return startScriptedModel((request) => {
    const [, user] = request.messages;
    const [, kind = '', id = ''] =
      /^Purpose of this turn: (\w+) ?(\S*)$/m.exec(user?.content ?? '') ?? [];
    const decided = decide(kind, id, resultsIn(request));
    if (typeof decided === 'string') return modelAnswer({ text: decided });
    return modelAnswer({ calls: decided.map(([tool, input]) => ({ tool, input })) });
  });
}

function decide(kind: string, id: string, results: Results): Decision {
  if (kind === 'plan') return plan(results);
  if (kind === 'task') return mend(id, results);
  if (kind === 'review') return review(id, results);
  return results['proposal_request_review']
    ? 'Sent again.'
    : [['proposal_request_review', { proposal_id: id }]];
}

function plan({ repo_list: listed, task_create: created }: Results): Decision {
  if (!listed) return [['repo_list', { path: 'posts', limit: 200 }]];
  if (created) return 'A task for each document.';
  const entries = listed['entries'] as { name: string }[];
  return entries.map(({ name }) => ['task_create', { title: `posts/${name}` }] as const);
}

function mend(id: string, results: Results): Decision {
  const { task_get: task, proposal_create: created, proposal_edit: edited } = results;
  if (!task) return [['task_get', { task_id: id }]];
  const path = String(task['title']);
  if (!created) return [['proposal_create', { title: path, body: 'Mends it.', task_id: id }]];
  const proposal = created['id'] ?? /proposal (\S+) \(/.exec(JSON.stringify(created))?.[1];
  const edit = (old: string, text: string) =>
    ['proposal_edit', { proposal_id: proposal, path, old, new: text }] as const;
  if (!edited) return [edit('about-inc-', 'about-ink-'), edit('![](', '![A bottle of ink](')];
  if (!results['proposal_request_review'])
    return [['proposal_request_review', { proposal_id: proposal }]];
  if (!results['task_update_status'])
    return [['task_update_status', { task_id: id, status: 'completed' }]];
  return `Mended ${path}.`;
}

function review(id: string, { proposal_get: shown, vote_cast: cast }: Results): Decision {
  if (!shown) return [['proposal_get', { proposal_id: id }]];
  const { sha256 } = (shown['patch'] ?? {}) as { sha256?: string };
  if (cast) return 'Reviewed.';
  // Its author may have been killed before it attached a patch.
  const ballot =
    sha256 === undefined ? { decision: 'abstain' } : { decision: 'approve', patch_sha256: sha256 };
  return [['vote_cast', { proposal_id: id, ...ballot }]];
}

function resultsIn({ messages }: ModelRequest): Results {
  const results: Record<string, Record<string, unknown>> = {};
  for (const { role, content, tool_call_id: id = '' } of messages)
    if (role === 'tool')
      results[id.replace(/^call_\d+_/, '')] = JSON.parse(content ?? '{}') as Record<
        string,
        unknown
      >;
  return results;
}
